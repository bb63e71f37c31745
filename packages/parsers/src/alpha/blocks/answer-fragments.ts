import { attribute, type Element } from '../../html/tree.js';
import { findAll, oncePerPage, type Page, readPage } from '../../page/page.js';
import { hasText } from '../../page/visible.js';
import { endOfString, unescaped } from '../../script/js-source.js';

/** Markup that a script puts into an element of the page once it is shown. */
export interface Fragment {
  /** The empty element that it is put into. */
  readonly place: Element;
  readonly page: Page;
}

/** The folded parts of an answer that stand in the scripts of the page alone, by the empty elements that wait for them. */
export function fragmentsOf(page: Page, answer: Element): Fragment[] {
  const markup = markupById(page);
  if (markup.size === 0) return [];
  return findAll(page, answer, mayWait).flatMap((place) => {
    const written = markup.get(attribute(place, 'id') ?? '');
    return written === undefined ? [] : [{ place, page: readPage(unescaped(written)) }];
  });
}

function mayWait(element: Element): boolean {
  return element.hasAttribute('id') && !hasText(element);
}

/**
 * The strings that scripts hand over, as written, by the id of the element that each is for: `jsl.dh('id','…')`, or
 * `[{id:'id'},function(){jsl.dh(this.id,'…')}]`. The source is read once, from call to call.
 */
const markupById: (page: Page) => ReadonlyMap<string, string> = oncePerPage(({ source }) => {
  const markup = new Map<string, string>();
  for (let at = source.indexOf(call); at >= 0; at = source.indexOf(call, at + call.length)) {
    const [head, own] = argument.exec(source.slice(at + call.length, at + call.length + longestArgument)) ?? [];
    if (head === undefined) continue;
    const before = source.slice(Math.max(0, at - longestArgument), at);
    const id = own ?? waiting.exec(before)?.[1];
    const start = at + call.length + head.length - 1;
    const end = endOfString(source, start);
    if (id !== undefined && end > 0 && !markup.has(id)) markup.set(id, source.slice(start + 1, end));
  }
  return markup;
});

const call = 'jsl.dh(';
const argument = /^\s*(?:'([^']*)'|"[^"]*"|this\.id)\s*,\s*['"]/;
const waiting = /id:\s*['"]([^'"]+)['"]\s*\}\s*,\s*function\s*\(\)\s*\{$/;
const longestArgument = 120;
