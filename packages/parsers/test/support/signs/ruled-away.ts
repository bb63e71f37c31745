import type { Change } from './changing.js';
import { inTitles, withStyle } from './hidden-words.js';
import { withUnseenRows } from './unseen-rows.js';

/** Rules of a style sheet in the page that hide the class `gone`. */
const rules: Readonly<Record<string, string>> = {
  'no display': '.gone{display:none}',
  'no visibility': 'div.gone,li.gone,.gone{visibility:hidden}',
  clip: '.gone{position:absolute;clip:rect(0 0 0 0);overflow:hidden}',
  'one pixel': '@media screen{.gone{position:absolute;width:1px;height:1px;overflow:hidden}}',
  'no opacity': '.gone { opacity: 0; position: absolute }',
  'a place far away': '.gone{position:absolute;left:-9999px}',
  'a rule that wins':
    '.gone{display:block}.gone.also{display:none!important}@media print{.gone{display:block!important}}',
};

/** Copies and words that only a rule of a style sheet hides, and rows that one rule hides and another one displays. */
export const ruledAway: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.entries(rules).map(([name, rule]): [string, Change] => [
      `rows hidden by ${name} in a style sheet`,
      (page) => withStyle(page.document, rule) && withUnseenRows(page, withClasses),
    ]),
  ),
  'words hidden by no display in a style sheet': ({ document, rows }) =>
    withStyle(document, '.gone{display:none}') && inTitles(rows, 'class="gone"'),
  'words hidden by no font size in a style sheet': ({ document, rows }) =>
    withStyle(document, '.gone{font-size:0}') && inTitles(rows, 'class="gone"'),
  'words hidden by indentation in a style sheet': ({ document, rows }) =>
    withStyle(document, '.gone{display:inline-block;overflow:hidden;text-indent:-999em}') &&
    inTitles(rows, 'class="gone"'),
  'rows that a rule hides and another one shows': ({ document, rows }) => {
    for (const { block } of rows) block.attrs.push({ name: 'data-row', value: '' });
    return withStyle(document, '[data-row],.row{display:none}.row{display:block}');
  },
};

function withClasses(row: string): string {
  const known = /^(<[^>]*?\sclass=")/;
  return known.test(row) ? row.replace(known, '$1gone also ') : row.replace(/^<[\w-]+/, '$& class="gone also"');
}
