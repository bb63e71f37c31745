import { attribute, type Element } from '../../html/tree.js';
import { findAll, type Page, readPage } from '../../page/page.js';
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
  if (!page.source.includes(call)) return [];
  return findAll(page, answer, mayWait).flatMap((place) => {
    const markup = markupFor(page.source, attribute(place, 'id') ?? '');
    return markup === undefined ? [] : [{ place, page: readPage(markup) }];
  });
}

const call = 'jsl.dh(';

function mayWait(element: Element): boolean {
  return element.hasAttribute('id') && !hasText(element);
}

/** The string that a script hands over for an id: `jsl.dh('id','…')`, or `[{id:'id'},function(){jsl.dh(this.id,'…')}]`. */
function markupFor(source: string, id: string): string | undefined {
  if (id === '') return undefined;
  for (const quote of [`'${id}'`, `"${id}"`]) {
    for (let at = source.indexOf(quote); at >= 0; at = source.indexOf(quote, at + quote.length)) {
      const start = startOfMarkup(source, at, at + quote.length);
      const end = start === undefined ? -1 : endOfString(source, start);
      if (end > 0) return unescaped(source.slice(start! + 1, end));
    }
  }
  return undefined;
}

/** Where the quoted markup begins behind a quoted id, undefined where none is handed over for it. */
function startOfMarkup(source: string, start: number, end: number): number | undefined {
  const isArgument = source.slice(Math.max(0, start - call.length), start) === call;
  const between = (isArgument ? argument : waiting).exec(source.slice(end, end + longestCall))?.[0];
  return between === undefined ? undefined : end + between.length - 1;
}

const argument = /^\s*,\s*['"]/;
const waiting = /^\s*\}\s*,\s*function\s*\(\)\s*\{[^'"]*jsl\.dh\(\s*this\.id\s*,\s*['"]/;
const longestCall = 120;
