/** Operation, names of redesigns, fields that lose more than they may, reason. */
export type RedesignLoss = readonly [
  operation: string,
  names: readonly string[],
  fields: readonly string[],
  reason: string,
];

const needsScript = 'a page that only asks for its script to be run is nothing without it';
const captchaUnmarked = 'a captcha is told by an id or by the key of its site';
const datesUnread = 'a line that is a link is a title above a publisher and a date that can be read';
const addressApart = 'where the address is a link of its own above the title, only the heading tells the title';
const regionsUnnamed = 'a page of blocks alone, or the last one of a list, is told from a broken page by its regions';
const fewRows = 'a list of one row or two is told from the other lists of its page by its name';
const nameInLine = 'name and address of the site are taken for the title where they begin its line';

const withoutHeadings = [
  'no headings',
  'no headings, no cites',
  'no headings, no lists',
  'no headings, deeper boxes',
  'no headings, no tables',
];
const withoutIds = ['no ids', 'other ids', 'no ids, no classes', 'no ids, no sections', 'no ids, paragraphs for boxes'];
const withoutBoth = ['no headings, no ids', 'no ids, no roles'];

/** What no page can be read without when a whole kind of sign is gone. */
export const redesignLosses: readonly RedesignLoss[] = [
  ['alpha.news', ['no ids, no data attributes'], ['state'], captchaUnmarked],
  ['alpha.news', ['no scripts and no styles'], ['state'], needsScript],
  ['alpha.news', withoutHeadings, ['rows'], datesUnread],
  ['alpha.news', withoutBoth, ['rows'], datesUnread],
  ['alpha.news', ['no headings, no ids'], ['pagination'], datesUnread],
  ['alpha.search', [...withoutHeadings, 'no roles', 'no elements of its own'], ['rows'], addressApart],
  ['alpha.search', withoutIds, ['related_searches'], regionsUnnamed],
  [
    'alpha.search',
    ['no data attributes'],
    ['panel fields', 'panel attributes'],
    'facts are told from answers by the property they name',
  ],
  [
    'alpha.search',
    ['no roles', 'no ids, no roles'],
    ['panel attributes'],
    'what unfolds the other opening hours is told by its role',
  ],
  [
    'alpha.search',
    ['no ids, no data attributes'],
    ['panel fields', 'panel attributes', 'panel'],
    'the column beside the rows and the properties in it are what tells a panel',
  ],
  [
    'alpha.search',
    withoutBoth,
    ['rows', 'state', 'pagination', 'related_searches', 'search_information'],
    regionsUnnamed,
  ],
  ['alpha.videos', [...withoutIds, 'no ids, no data attributes'], ['rows', 'state'], regionsUnnamed],
  ['alpha.videos', ['no scripts and no styles'], ['state'], needsScript],
  ['alpha.videos', withoutBoth, ['rows', 'state', 'title', 'displayed_link'], nameInLine],
  ['alpha.videos', [...withoutHeadings, 'no roles'], ['title', 'displayed_link'], nameInLine],
  ['beta.search', [...withoutIds, ...withoutBoth, 'no ids, no data attributes'], ['state', 'pagination'], fewRows],
  ['gamma.search', ['no scripts and no styles'], ['date'], 'a date that only the data of the script writes out'],
];
