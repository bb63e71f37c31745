import { serializeOuter } from 'parse5';
import { type Change, type Changing, parsed } from './changing.js';
import { parentOf } from './rows-of.js';

/** Attributes that hide an element, in the forms that pages use. */
const hiding: readonly string[] = [
  'hidden',
  'hidden="until-found"',
  'style="display:none"',
  'style="margin:0; DISPLAY : none !important"',
  'style="visibility:hidden"',
  'style="content-visibility:hidden"',
  'style="opacity:0;pointer-events:none"',
  'style="max-height:0;overflow:hidden"',
  'style="width:0;height:0;overflow:hidden"',
  'style="position:absolute;left:-10000px"',
  'style="transform:translateX(-9999px)"',
  'style="clip-path:inset(100%)"',
  'aria-hidden="true"',
  'inert',
  'popover',
];

/** Elements whose content is not displayed. */
const closed: Readonly<Record<string, string>> = {
  template: '',
  noscript: '',
  dialog: '',
  canvas: '',
  video: '',
  object: '',
  details: '<summary>More results</summary>',
};

/** Adds hidden rows among the visible ones. */
export const unseenRows: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(hiding.map((attribute) => [`rows with ${attribute}`, withAttribute(attribute)])),
  ...Object.fromEntries(Object.entries(closed).map(([name, first]) => [`rows in ${name}`, insideOf(name, first)])),
};

function withAttribute(attribute: string): Change {
  const [name = ''] = attribute.split('=');
  const known = new RegExp(`^(<[^>]*?)\\s${name}="[^"]*"`);
  return (page) => withUnseenRows(page, (row) => row.replace(known, '$1').replace(/^<[\w-]+/, `$& ${attribute}`));
}

/** Wraps the content of list items in the hiding element, and other rows as a whole. */
function insideOf(name: string, first: string): Change {
  const isItem = /^(<li[^>]*>)([\s\S]*)(<\/li>)$/;
  return (page) =>
    withUnseenRows(page, (row) => {
      const [, start = '', content = row, end = ''] = isItem.exec(row) ?? [];
      return `${start}<${name}>${first}${content}</${name}>${end}`;
    });
}

/** Adds a hidden copy with another target after every other row. */
export function withUnseenRows({ rows }: Changing, hide: (row: string) => string): boolean {
  for (const [index, { block }] of rows.entries()) {
    const parent = parentOf(block);
    if (parent === undefined || index % 2 === 1 || block.tagName === 'td') continue;
    const row = serializeOuter(block).replace(
      /(\shref="(?:\/url\?[^"]*?\b(?:q|url)=)?)https?:\/\/[^/"?&]+/g,
      `$1https://unseen${index}.example`,
    );
    parent.childNodes.splice(parent.childNodes.indexOf(block) + 1, 0, ...parsed(hide(row), parent));
  }
  return rows.length > 0;
}
