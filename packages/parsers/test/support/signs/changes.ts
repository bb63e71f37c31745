import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serializeOuter } from 'parse5';
import { parentOf, type RowPlace } from './rows-of.js';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** A page that is to be changed in place. */
interface Changing {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly operation: string;
  /** Where the rows stand that were read from it. */
  readonly rows: readonly RowPlace[];
}

/** Changes a page; false where there is nothing in it to change. */
export type Change = (page: Changing) => boolean;

/** What engines do to pages without a person seeing a difference that matters to the rows. */
export const changes: Readonly<Record<string, Change>> = {
  'headings by role': headingsByRole,
  'text in pieces': textInPieces,
  'a wordless link beside each title': (page) => besideTitles(page, (link) => `<a href="${link}"><img alt=""></a>`),
  'a menu link beside each title': (page) =>
    besideTitles(page, () => '<a href="#" role="button" aria-label="About this result"><span></span></a>'),
  'a menu around the list': (page) => aroundBody(page, menuOf(page), ''),
  'filters around the list': (page) => aroundBody(page, filtersOf(page), filtersOf(page)),
  'a footer behind the list': (page) => aroundBody(page, '', footer),
  'a headed link outside the list': (page) => aroundBody(page, headed(2), headed(3)),
  'rows with hidden': (page) => withUnseenRows(page, (row) => hiddenBy(row, 'hidden', '')),
  'rows with display:none': (page) => withUnseenRows(page, (row) => hiddenBy(row, 'style', 'display:none')),
  'rows with aria-hidden': (page) => withUnseenRows(page, (row) => hiddenBy(row, 'aria-hidden', 'true')),
  'rows in template': (page) => withUnseenRows(page, (row) => `<template>${row}</template>`),
  'rows in noscript': (page) => withUnseenRows(page, (row) => `<noscript>${row}</noscript>`),
};

/** Every heading is a `div` that has the role and the level of one. */
function headingsByRole({ document }: Changing): boolean {
  const headings = elementsOf(document).filter(({ tagName }) => /^h[1-6]$/.test(tagName));
  for (const heading of headings) {
    const level = heading.tagName.slice(1);
    heading.tagName = 'div';
    heading.nodeName = 'div';
    heading.attrs = [...heading.attrs, { name: 'role', value: 'heading' }, { name: 'aria-level', value: level }];
  }
  return headings.length > 0;
}

/** Every text stands in two spans with a comment between them, as frameworks write text that they fill in. */
function textInPieces({ document }: Changing): boolean {
  const parents = elementsOf(document).filter(({ tagName, namespaceURI }) => {
    return namespaceURI === html.NS.HTML && !textOnly.has(tagName);
  });
  for (const parent of parents) {
    parent.childNodes = parent.childNodes.flatMap((node) => {
      if (!defaultTreeAdapter.isTextNode(node) || node.value.trim().length < 2) return [node];
      const middle = Math.ceil(node.value.length / 2);
      return parsed(
        `<span>${escaped(node.value.slice(0, middle))}</span><!-- --><span>${escaped(node.value.slice(middle))}</span>`,
        parent,
      );
    });
  }
  return parents.length > 0;
}

/** Elements in which a `span` is none, or stands where no text does. */
const textOnly = new Set(
  'title script style textarea option noscript iframe noembed noframes xmp plaintext table tbody thead tfoot tr select template'.split(
    ' ',
  ),
);

function besideTitles({ rows }: Changing, make: (link: string) => string): boolean {
  for (const { anchor } of rows) {
    const parent = parentOf(anchor);
    if (parent === undefined) continue;
    const at = parent.childNodes.indexOf(anchor);
    parent.childNodes.splice(at + 1, 0, ...parsed(make(escaped(attributeOf(anchor, 'href') ?? '')), parent));
  }
  return rows.length > 0;
}

function aroundBody({ document }: Changing, before: string, after: string): boolean {
  const body = elementsOf(document).find(({ tagName }) => tagName === 'body');
  if (body === undefined) return false;
  body.childNodes.unshift(...parsed(before, body));
  body.childNodes.push(...parsed(after, body));
  return true;
}

const engines: Readonly<Record<string, string>> = {
  alpha: 'https://www.google.com',
  beta: 'https://www.bing.com',
  gamma: 'https://search.brave.com',
};

function menuOf({ operation }: Changing): string {
  const origin = engines[operation.split('.')[0]!];
  const kinds = ['images', 'videos', 'news', 'maps', 'shopping'];
  const links = kinds.map((kind) => `<li><a href="${origin}/${kind}?q=t">${kind}</a></li>`).join('');
  return `<nav role="navigation"><h2>Search navigation</h2><ul>${links}</ul><a href="https://accounts.example/signin">Sign in</a></nav>`;
}

function filtersOf({ operation }: Changing): string {
  const path = operation.startsWith('alpha') ? '/search?q=t&amp;tbs=qdr:' : '/search?q=t&amp;filters=';
  const times = ['Any time', 'Past hour', 'Past 24 hours', 'Past week', 'Past month', 'Past year'];
  const items = times.map((time, index) => `<a role="menuitem" href="${path}${index}">${time}</a>`).join('');
  return `<div role="menu" aria-label="Filters"><div role="button" aria-expanded="false" tabindex="0">Any time</div>${items}</div>`;
}

const footer =
  '<footer role="contentinfo"><span>Germany</span> <a href="https://support.example/help">Help</a> <a href="https://policies.example/privacy">Privacy</a> <a href="https://policies.example/terms">Terms</a></footer>';

/** What looks like the title of a row, apart from the list. */
function headed(level: number): string {
  return `<div><h${level}><a href="https://outside.example/${level}">Our app for your phone</a></h${level}><p>Get answers wherever you are, faster than ever before.</p></div>`;
}

/** Puts behind every other row a copy of it that leads elsewhere and that no person sees. */
function withUnseenRows({ rows }: Changing, hide: (row: string) => string): boolean {
  for (const [index, { block }] of rows.entries()) {
    const parent = parentOf(block);
    if (parent === undefined || index % 2 === 1) continue;
    const row = serializeOuter(block).replace(
      /(\shref="(?:\/url\?[^"]*?\b(?:q|url)=)?)https?:\/\/[^/"?&]+/g,
      `$1https://unseen${index}.example`,
    );
    parent.childNodes.splice(parent.childNodes.indexOf(block) + 1, 0, ...parsed(hide(row), parent));
  }
  return rows.length > 0;
}

function hiddenBy(row: string, name: string, value: string): string {
  return row.replace(/^<[\w-]+/, (start) => `${start} ${name}="${value}"`);
}

function parsed(markup: string, parent: Element): DefaultTreeAdapterTypes.ChildNode[] {
  const { childNodes } = parseFragment(parent, markup, {});
  for (const node of childNodes) node.parentNode = parent;
  return childNodes;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
