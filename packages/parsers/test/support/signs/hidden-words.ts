import { defaultTreeAdapter, serializeOuter } from 'parse5';
import { type Change, type Changing, escaped, parsed } from './changing.js';
import { elementWith, parentOf, type RowPlace, textIn } from './rows-of.js';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** Styles that hide words visually but not from screen readers. */
const hidingStyles: Readonly<Record<string, string>> = {
  clip: 'position:absolute;clip:rect(0 0 0 0);overflow:hidden',
  'clip-path': 'position: absolute; clip-path: inset(50%); white-space: nowrap',
  'one pixel': 'position:absolute;width:1px;height:1px;overflow:hidden;margin:-1px',
  'far to the left': 'position:absolute;left:-9999px',
  'no size': 'font-size:0',
};

/** Invisible text in rows, and buttons, copies and marks beside the text that is read. */
export const hiddenWords: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.entries(hidingStyles).map(([name, style]) => [
      `words hidden by ${name} in titles`,
      ({ rows }: Changing) => inTitles(rows, `style="${style}"`),
    ]),
  ),
  'words hidden by a rule in titles': ({ rows, document }) => {
    const rule =
      '.sr-only{position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip:rect(0,0,0,0);border:0}';
    return withStyle(document, rule) && inTitles(rows, 'class="sr-only"');
  },
  'words hidden by a nested rule in titles': ({ rows, document }) => {
    const rule =
      '@media screen{.a1,.b2 .vh , .vh:not(:focus){position:absolute!important;clip-path:inset(100%);height:1px}}';
    return withStyle(document, rule) && inTitles(rows, 'class="vh zz"');
  },
  'words hidden by a rule in excerpts': ({ rows, document }) => {
    const rule = '.sr-only{position:absolute;width:1px;height:1px;overflow:hidden}';
    return withStyle(document, rule) && inExcerpts(rows, '<span class="sr-only">Excerpt:</span> ', '');
  },
  'a hidden twin of each title': ({ rows }) => beforeTitles(rows, (text) => `<div hidden>${text}</div>`),
  'a hidden twin of each row': ({ rows }) => twins(rows, 'hidden', 'before'),
  'a hidden twin behind each row': ({ rows }) => twins(rows, 'style="display:none"', 'after'),
  'a twin out of sight of each row': ({ rows }) =>
    twins(rows, 'aria-hidden="true" style="visibility:hidden"', 'before'),
  'a button at the end of each excerpt': ({ rows }) => inExcerpts(rows, '', ' <button>Read more</button>'),
  'a button by role at the end of each excerpt': ({ rows }) =>
    inExcerpts(rows, '', ' <span role="button" tabindex="0">Mehr lesen</span>'),
  'a link by the name of more at the end of each excerpt': ({ rows }) =>
    rows.map((place) => readMore(place)).includes(true),
  'a closed dialog in each row': ({ rows }) => copies(rows, (text) => `<dialog><p>${text}</p></dialog>`),
  'a closed popover in each row': ({ rows }) => copies(rows, (text) => `<div popover><p>${text}</p></div>`),
  'a closed disclosure in each row': ({ rows }) =>
    copies(rows, (text) => `<details><summary>…</summary><p>${text}</p></details>`),
  'a closed disclosure in each panel': inPanels,
  'marks of direction in each text': ({ document }) => marked(document, (text) => `\u200e${text}\u200e`),
  'isolates around each text': ({ document }) => marked(document, (text) => `\u2068${text}\u2069`),
  'marks of direction at the start of each line': ({ document }) => marked(document, (text) => `\u200f\u202b${text}`),
  'a wordless link behind each link': ({ document }) =>
    withLinks(document, (link) => `<a href="${escaped(attributeOf(link, 'href') ?? '')}"><span></span></a>`),
  'no labels, roles and data in panels': withoutPanelNames,
};

export function withStyle(document: Changing['document'], rule: string): boolean {
  const head = elementsOf(document).find(({ tagName }) => tagName === 'head');
  if (head === undefined) return false;
  const nodes = parsed(`<style>.other{color:red}${rule}</style>`, head);
  head.childNodes.push(...nodes);
  return true;
}

function titleOf({ anchor, row }: RowPlace): Element {
  return elementsOf(anchor).find(({ tagName }) => /^h[1-6]$/.test(tagName)) ?? elementWith(anchor, row.title) ?? anchor;
}

/** Adds words that an attribute hides, alternately before and after the titles. */
export function inTitles(rows: readonly RowPlace[], attribute: string): boolean {
  for (const [index, place] of rows.entries()) {
    const title = titleOf(place);
    const nodes = parsed(`<span ${attribute}>Web result</span>`, title);
    if (index % 2 === 0) title.childNodes.unshift(...nodes);
    else title.childNodes.push(...nodes);
  }
  return rows.length > 0;
}

function excerptOf({ block, anchor, row }: RowPlace): Element | undefined {
  const excerpt = elementWith(block, row.snippet);
  if (excerpt === undefined || elementsOf(excerpt).includes(anchor)) return undefined;
  const only = excerpt.childNodes.filter((node) => !('value' in node) || node.value.trim() !== '');
  const [inner] = only;
  return only.length === 1 && inner !== undefined && 'tagName' in inner && inner.tagName !== 'a' ? inner : excerpt;
}

function inExcerpts(rows: readonly RowPlace[], before: string, after: string): boolean {
  const excerpts = rows.flatMap((place) => excerptOf(place) ?? []);
  for (const excerpt of excerpts) {
    excerpt.childNodes.unshift(...parsed(before, excerpt));
    excerpt.childNodes.push(...parsed(after, excerpt));
  }
  return excerpts.length > 0;
}

function readMore(place: RowPlace): boolean {
  const excerpt = excerptOf(place);
  if (excerpt === undefined || elementsOf(place.anchor).includes(excerpt)) return false;
  const href = escaped(attributeOf(place.anchor, 'href') ?? '');
  excerpt.childNodes.push(...parsed(` <a href="${href}">Read more</a>`, excerpt));
  return true;
}

function beforeTitles(rows: readonly RowPlace[], make: (text: string) => string): boolean {
  for (const place of rows) {
    const title = titleOf(place);
    const parent = parentOf(title);
    if (parent === undefined) continue;
    parent.childNodes.splice(parent.childNodes.indexOf(title), 0, ...parsed(make(escaped(textIn(title))), parent));
  }
  return rows.length > 0;
}

function twins(rows: readonly RowPlace[], attribute: string, side: 'before' | 'after'): boolean {
  for (const { block } of rows) {
    const parent = parentOf(block);
    if (parent === undefined || block.tagName === 'td' || block.tagName === 'body') continue;
    const copy = serializeOuter(block).replace(/^(<[^>]*?)\s(?:hidden|aria-hidden|style)="[^"]*"/, '$1');
    const at = parent.childNodes.indexOf(block) + (side === 'before' ? 0 : 1);
    parent.childNodes.splice(at, 0, ...parsed(copy.replace(/^<[\w-]+/, `$& ${attribute}`), parent));
  }
  return rows.length > 0;
}

/** Adds a collapsed copy of the text of each row to its block. */
function copies(rows: readonly RowPlace[], make: (text: string) => string): boolean {
  const blocks = rows.filter(({ block }) => /^(?:div|li|article|section|td)$/.test(block.tagName));
  for (const { block } of blocks) {
    const text = escaped(textIn(block).replace(/\s+/g, ' ').trim());
    block.childNodes.push(...parsed(make(`${text} ${text}`), block));
  }
  return blocks.length > 0;
}

function panelsOf(document: Changing['document']): Element[] {
  return elementsOf(document).filter(
    (element) =>
      /^(?:rhs|b_context)$/.test(attributeOf(element, 'id') ?? '') || attributeOf(element, 'role') === 'complementary',
  );
}

function inPanels({ document }: Changing): boolean {
  const panels = panelsOf(document);
  for (const panel of panels) {
    const text = escaped(textIn(panel).replace(/\s+/g, ' ').trim().slice(0, 400));
    panel.childNodes.push(...parsed(`<details><summary>…</summary><h2>${text}</h2><p>${text}</p></details>`, panel));
  }
  return panels.length > 0;
}

function withoutPanelNames({ document }: Changing): boolean {
  const panels = panelsOf(document);
  for (const panel of panels) {
    for (const element of elementsOf(panel)) {
      if (element === panel) continue;
      element.attrs = element.attrs.filter(
        ({ name, value }) =>
          !/^(?:role|aria-.*|data-.*)$/.test(name) ||
          (name === 'aria-hidden' && value === 'true') ||
          value === 'heading' ||
          name === 'aria-level',
      );
    }
  }
  return panels.length > 0;
}

function marked(document: Changing['document'], mark: (text: string) => string): boolean {
  let isChanged = false;
  for (const element of elementsOf(document)) {
    if (/^(?:script|style|textarea|title|noscript|iframe)$/.test(element.tagName)) continue;
    for (const node of element.childNodes) {
      if (!defaultTreeAdapter.isTextNode(node) || node.value.trim() === '') continue;
      node.value = mark(node.value);
      isChanged = true;
    }
  }
  return isChanged;
}

function withLinks(document: Changing['document'], make: (link: Element) => string): boolean {
  const links = elementsOf(document).filter((link) => link.tagName === 'a' && attributeOf(link, 'href') !== undefined);
  for (const link of links) {
    const parent = parentOf(link);
    if (parent === undefined) continue;
    parent.childNodes.splice(parent.childNodes.indexOf(link) + 1, 0, ...parsed(make(link), parent));
  }
  return links.length > 0;
}
