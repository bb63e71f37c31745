/** Operation, names of redesigns, fields that lose more than the limit, reason. */
export type RedesignLoss = readonly [
  operation: string,
  names: readonly string[],
  fields: readonly string[],
  reason: string,
];

const needsScript = 'a page that only asks for its script has no other content';
const captchaUnmarked = 'a captcha is recognised by an id or by its site key';
const datesUnread = 'a link is a title only above a publisher and a known date';
const addressApart = 'if the address is a separate link above the title, only the heading marks the title';
const regionsUnnamed = 'only its regions distinguish a page of blocks, or the last page of a list, from a broken page';
const fewRows = 'only its name distinguishes a list of one or two rows from the other lists of the page';
const nameInLine = 'the name and address of the site read as the title if they begin its line';

const withoutHeadings = [
  'no headings',
  'no headings, no cites',
  'no headings, no lists',
  'no headings, deeper boxes',
  'no headings, no tables',
];
const withoutIds = ['no ids', 'other ids', 'no ids, no classes', 'no ids, no sections', 'no ids, paragraphs for boxes'];
const withoutBoth = ['no headings, no ids', 'no ids, no roles'];

/** Known losses when a whole kind of sign is removed. */
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
    'only the named property distinguishes facts from answers',
  ],
  [
    'alpha.search',
    ['no roles', 'no ids, no roles'],
    ['panel attributes'],
    'only its role marks the control for the other opening hours',
  ],
  [
    'alpha.search',
    ['no ids, no data attributes'],
    ['panel fields', 'panel attributes', 'panel'],
    'a panel is recognised by the column beside the rows and the properties in it',
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
  ['gamma.search', ['no scripts and no styles'], ['date'], 'the full date is only in the data for the script'],
];
