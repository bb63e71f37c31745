import type { RedesignLoss } from '../redesigns/known.js';

const overBare = 'a title that is no heading and no link is a line like any other';
const wholeLink = 'a link around all of a row without a heading has its title first or behind its address';
const plainApart = 'where no title is a heading, parts of a row are known by standing in one link';
const nameBelow = 'the name of a site is looked for above its address';
const factsInTable = 'facts in a table are read by its rows';
const siteHeading = 'what stands above a title in its box is the name of its publisher';
const boxesByName = 'publisher and date are known from an excerpt by their places';
const unknownBoxes = 'a name, a date and an excerpt of unknown elements run into one line';
const listsOfNames = 'a list of short texts is a list of things on offer';
const foldedCopy = 'Bing folds excerpts away that it shows';
const panelsUnnamed = 'facts are known from answers by the property that they name';

/** What is lost when rows are nested otherwise, or hold words that no person sees. */
export const shapeLosses: readonly RedesignLoss[] = [
  [
    'alpha.news',
    ['a link stretched over each row', 'a link stretched over each row, at its end'],
    ['rows', 'state', 'pagination'],
    overBare,
  ],
  ['alpha.news', ['a link around each row'], ['title', 'source', 'snippet'], wholeLink],
  [
    'alpha.news',
    ['each row an article with a head and a foot', 'each row a figure', 'each row a list of terms'],
    ['source', 'snippet', 'snippet_matched'],
    boxesByName,
  ],
  ['alpha.news', ['excerpts as lists'], ['snippet'], listsOfNames],
  [
    'alpha.search',
    ['a link stretched over each row', 'a link stretched over each row, at its end'],
    ['rows', 'state', 'pagination', 'related_searches', 'search_information'],
    overBare,
  ],
  ['alpha.search', ['a link around each row'], ['rows', 'title', 'source', 'snippet', 'date'], wholeLink],
  ['alpha.search', ['a link inside each heading'], ['snippet'], plainApart],
  [
    'alpha.search',
    ['a link for the title, one for the address'],
    ['rows', 'snippet', 'state', 'pagination', 'related_searches', 'search_information'],
    plainApart,
  ],
  ['alpha.search', ['the address at the end of each row'], ['rows'], plainApart],
  ['alpha.search', ['the address behind each title'], ['source'], nameBelow],
  ['alpha.search', ['the list as a table'], ['panel attributes'], factsInTable],
  ['alpha.search', ['rows grouped by site below lower headings'], ['displayed_link'], siteHeading],
  ['alpha.search', ['boxes of unknown names'], ['snippet', 'snippet_matched'], unknownBoxes],
  ['alpha.search', ['a closed disclosure in each panel'], ['panel'], foldedCopy],
  ['alpha.search', ['no labels, roles and data in panels'], ['panel fields'], panelsUnnamed],
  [
    'alpha.videos',
    ['a link stretched over each row', 'a link stretched over each row, at its end'],
    ['rows', 'state', 'source', 'displayed_link', 'snippet', 'snippet_matched', 'channel'],
    overBare,
  ],
  ['alpha.videos', ['a link around each row'], ['title', 'source', 'duration'], wholeLink],
  [
    'alpha.videos',
    ['a link inside each heading', 'a heading inside each link'],
    ['source', 'displayed_link', 'snippet', 'snippet_matched', 'channel'],
    plainApart,
  ],
  [
    'alpha.videos',
    ['a link for the title, one for the address'],
    ['title', 'source', 'displayed_link', 'snippet', 'snippet_matched', 'channel'],
    plainApart,
  ],
  ['alpha.videos', ['the address at the end of each row'], ['displayed_link', 'snippet'], plainApart],
  ['alpha.videos', ['boxes of unknown names'], ['source'], unknownBoxes],
  ['alpha.videos', ['excerpts as lists'], ['snippet'], listsOfNames],
  ['beta.search', ['a link stretched over each row', 'a link stretched over each row, at its end'], ['rows'], overBare],
  ['beta.search', ['a closed disclosure in each row'], ['snippet', 'snippet_matched'], foldedCopy],
  ['gamma.search', ['a link around each row'], ['snippet_matched'], wholeLink],
];
