import { defaultTreeAdapter, html } from 'parse5';
import { type Change, type Changing, escaped, parsed } from './changing.js';
import { parentOf, textIn } from './rows-of.js';
import { attributeOf, type Element, elementsOf } from './signs.js';
import { unseenRows } from './unseen-rows.js';

/** Changes that engines make to pages whose visible differences do not concern the rows. */
export const changes: Readonly<Record<string, Change>> = {
  'headings by role': headingsByRole,
  'text in pieces': textInPieces,
  'a wordless link beside each title': (page) => besideTitles(page, (link) => `<a href="${link}"><img alt=""></a>`),
  'a menu link beside each title': (page) =>
    besideTitles(page, () => '<a href="#" role="button" aria-label="About this result"><span></span></a>'),
  'a wordless link before each title': (page) =>
    besideTitles(page, (link) => `<a href="${link}" aria-hidden="true"><span></span></a>`, 0),
  'a menu button beside each title': (page) =>
    besideTitles(page, () => '<div role="button" tabindex="0"><span>⋮</span></div>'),
  'buttons at the end of each row': buttonsInRows,
  'a menu around the list': (page) => aroundBody(page, menuOf(page), ''),
  'filters around the list': (page) => aroundBody(page, filtersOf(page), filtersOf(page)),
  'a footer behind the list': (page) => aroundBody(page, '', footer),
  'a headed link outside the list': (page) => aroundBody(page, headed(2), headed(3)),
  'a row of its own in the head': (page) => aroundBody(page, `<header>${promotion}</header>`, ''),
  'a row of its own beside the list': (page) => aroundBody(page, '', `<aside>${promotion}</aside>`),
  'titles of the fifth level': titlesOfFifthLevel,
  ...unseenRows,
};

/** Replaces every heading with a `div` that has its role and level. */
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

/** Splits every text into two spans with a comment between them, as frameworks do for interpolated text. */
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

/** Elements that cannot contain a `span`, or in which text is not displayed. */
const textOnly = new Set(
  'title script style textarea option noscript iframe noembed noframes xmp plaintext table tbody thead tfoot tr select template'.split(
    ' ',
  ),
);

/**
 * Gives all titles another heading level. Skips pages on which a title is not found or is not unique, as titles of two
 * levels would be another change.
 */
function titlesOfFifthLevel({ document, rows }: Changing): boolean {
  const titles = rows.flatMap(({ anchor }) => {
    const heading = elementsOf(anchor).findLast(isHeading) ?? parentOf(anchor);
    return heading !== undefined && isHeading(heading) ? [heading] : [];
  });
  const texts = new Set(titles.map(textIn));
  const alike = elementsOf(document).filter((element) => isHeading(element) && texts.has(textIn(element)));
  if (titles.length < rows.length || alike.length > titles.length) return false;
  for (const title of titles) {
    title.attrs = title.attrs.filter(({ name }) => name !== 'aria-level' && name !== 'role');
    title.attrs.push({ name: 'role', value: 'heading' }, { name: 'aria-level', value: '5' });
  }
  return titles.length > 0;
}

function isHeading(element: Element): boolean {
  return /^h[1-6]$/.test(element.tagName) || attributeOf(element, 'role') === 'heading';
}

/** Adds buttons below the text of each row. */
function buttonsInRows({ rows }: Changing): boolean {
  const blocks = rows.flatMap(({ block }) => (/^(?:div|li|article|section)$/.test(block.tagName) ? [block] : []));
  for (const block of blocks)
    block.childNodes.push(...parsed('<div><button>Save</button> <button>Share</button></div>', block));
  return blocks.length > 0;
}

function besideTitles({ rows }: Changing, make: (link: string) => string, place = 1): boolean {
  for (const { anchor } of rows) {
    const parent = parentOf(anchor);
    if (parent === undefined) continue;
    const at = parent.childNodes.indexOf(anchor);
    parent.childNodes.splice(at + place, 0, ...parsed(make(escaped(attributeOf(anchor, 'href') ?? '')), parent));
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

/** Markup outside the list that looks like the title of a row. */
function headed(level: number): string {
  return `<div><h${level}><a href="https://outside.example/${level}">Our app for your phone</a></h${level}><p>Get answers wherever you are, faster than ever before.</p></div>`;
}

/** Markup outside the list with all parts of a row. */
const promotion =
  '<div><a href="https://outside.example/app"><h3>Our app for your phone</h3><div><cite>https://outside.example › app</cite></div></a><div>Get answers wherever you are, faster than ever before.</div></div>';
