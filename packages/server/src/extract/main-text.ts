import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { parseUrl } from '@svc/fetchers';
import { decodeBody } from '@svc/parsers';
import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';
import TurndownService from 'turndown';

/** A page as received. */
export interface PageToExtract {
  url: string;
  contentType: string;
  body: Uint8Array;
  /** Plain text. @default Markdown */
  format?: 'text' | undefined;
}

/** The main text of a page, and facts about it. */
export interface MainText {
  /** `''` if it has none. */
  title: string;
  /** Null if the page does not name one. */
  author: string | null;
  /** Language as a BCP 47 tag; null if the page does not name one. */
  language: string | null;
  /** `''` if none was found. */
  text: string;
}

type Dom = ReturnType<typeof parseHTML>['document'];
type ReadabilityInput = ConstructorParameters<typeof Readability>[0];

/** Extracts the main text of a page without menus, advertisements and notices. */
export function mainTextOf({ url, contentType, body, format }: PageToExtract): MainText {
  const source = decodeBody(body, contentType);
  if (!/html/i.test(contentType)) return { title: '', author: null, language: null, text: source.trim() };
  const { document } = parseHTML(serialize(parse(source))); // linkedom does not add omitted elements
  setBase(document, url);
  const language = document.documentElement?.getAttribute('lang') || null;
  const article = new Readability(document as unknown as ReadabilityInput, { charThreshold: 120 }).parse();
  const title = (article?.title || document.title || '').trim();
  const author = article?.byline?.trim() || null;
  const textOf = format === 'text' ? plainTextOf : markdownOf;
  const text = article?.content ? textOf(article.content) : '';
  return { title, author, language: article?.lang || language, text };
}

/** Sets the base for relative links: the base that the page names, or its address. */
function setBase(document: Dom, url: string): void {
  const named = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const resolved = parseUrl(named, url)?.href ?? url;
  for (const other of document.querySelectorAll('base')) other.remove();
  const base = document.createElement('base');
  base.setAttribute('href', /^https?:/.test(resolved) ? resolved : url);
  document.head.prepend(base);
}

function markdownOf(html: string): string {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.use(gfm);
  turndown.remove(['script', 'style', 'iframe', 'form']);
  return turndown.turndown(html).trim();
}

/** The same lines and paragraphs as in Markdown without its markup; only bullets and numbers of lists stay. */
function plainTextOf(html: string): string {
  const turndown = new TurndownService({ bulletListMarker: '-' });
  turndown.escape = (text) => text;
  const isBlock = (node: { nodeName: string }) => /^(?:H[1-6]|BLOCKQUOTE|PRE|TR)$/.test(node.nodeName);
  turndown.addRule('inline', {
    filter: ['a', 'b', 'code', 'del', 'em', 'i', 's', 'strong'],
    replacement: (text) => text,
  });
  turndown.addRule('picture', { filter: 'img', replacement: () => '' });
  turndown.addRule('block', { filter: isBlock, replacement: (text) => `\n\n${text.trim()}\n\n` });
  turndown.addRule('cell', { filter: ['td', 'th'], replacement: (text) => `${text.trim().replace(/\s+/g, ' ')}\t` });
  turndown.remove(['script', 'style', 'iframe', 'form']);
  return turndown.turndown(html).trim();
}
