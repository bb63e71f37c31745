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

/**
 * The folded parts of an answer that stand in the scripts of the page alone, by the empty elements that wait for them;
 * of those alone that `isPart`.
 */
export function fragmentsOf(page: Page, answer: Element, isPart: (place: Element) => boolean): Fragment[] {
  const markup = markupById(page);
  if (markup.size === 0) return [];
  return findAll(page, answer, mayWait).flatMap((place) => {
    const written = markup.get(attribute(place, 'id') ?? '');
    if (written === undefined || !isPart(place)) return [];
    return [{ place, page: readPage(unescaped(page.source.slice(written.start, written.end))) }];
  });
}

function mayWait(element: Element): boolean {
  return element.hasAttribute('id') && !hasText(element);
}

/** Where in the source a string stands, without its quotes. */
interface Written {
  readonly start: number;
  readonly end: number;
}

/**
 * The strings that scripts hand over, by the id of the element that each is for, as far as the page has such an element:
 * `jsl.dh('id','…')`, or `[{id:'id'},function(){jsl.dh(this.id,'…')}]`. The source is read once, from call to call.
 */
const markupById: (page: Page) => ReadonlyMap<string, Written> = oncePerPage(({ source, ids }) => {
  const markup = new Map<string, Written>();
  for (let at = source.indexOf(call); at >= 0; at = source.indexOf(call, at + call.length)) {
    argument.lastIndex = at + call.length;
    const [head, own] = argument.exec(source) ?? [];
    if (head === undefined) continue;
    const id = own ?? idBefore(source, at);
    if (id === undefined || !ids.has(id) || markup.has(id)) continue;
    const start = at + call.length + head.length;
    const end = endOfString(source, start - 1);
    if (end > 0) markup.set(id, { start, end });
  }
  return markup;
});

/** The id of the element that the function around a call is for. */
function idBefore(source: string, call: number): string | undefined {
  const before = source.slice(Math.max(0, call - longestArgument), call);
  const start = before.lastIndexOf('id:');
  return start < 0 ? undefined : waiting.exec(before.slice(start))?.[1];
}

/** Without its bracket: V8 looks for seven characters in another way, which takes four times as long here. */
const call = 'jsl.dh';
const argument = /\(\s*(?:'([^'\n]{0,100})'|"[^"\n]{0,100}"|this\.id)\s*,\s*['"]/y;
const waiting = /^id:\s*['"]([^'"]+)['"]\s*\}\s*,\s*function\s*\(\)\s*\{$/;
const longestArgument = 120;
