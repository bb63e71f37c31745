import type { RedesignLoss } from '../redesigns/known.js';

const overBare = 'a title that is neither a heading nor a link is an ordinary line';
const wholeLink = 'in a link around a whole row without a heading, the title is expected first or after the address';
const plainApart = 'without headings, the parts of a row are recognised by being in one link';
const nameBelow = 'the name of a site is expected above its address';
const factsInTable = 'facts in a table are read row by row';
const siteHeading = 'the text above a title in its box is expected to be the name of its publisher';
const boxesByName = 'only their places distinguish publisher and date from an excerpt';
const unknownBoxes = 'a name, a date and an excerpt in unknown elements run into one line';
const listsOfNames = 'a list of short texts reads as a list of offers';
const foldedCopy = 'Bing has excerpts in closed disclosures that it shows';
const panelsUnnamed = 'only the named property distinguishes facts from answers';
const linesOfLinks =
  'without headings, a title is a line that is a link above a line with a publisher, a date or an address';
const listInRow = 'where no title is a heading, a list of headed links inside a row may read as the list of rows';
const addressMissing = 'without headings, only an address makes a link the title of a row';

/** Known losses if rows are nested in another way or contain invisible text. */
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
  ['alpha.news', ['titles in boxes'], ['rows', 'state', 'pagination'], linesOfLinks],
  ['alpha.videos', ['titles in boxes'], ['rows'], linesOfLinks],
  ['beta.search', ['titles in boxes'], ['rows', 'source', 'displayed_link', 'snippet', 'date'], listInRow],
  [
    'alpha.search',
    ['no addresses'],
    ['displayed_link', 'rows', 'source', 'date', 'state', 'pagination', 'related_searches', 'search_information'],
    addressMissing,
  ],
];
