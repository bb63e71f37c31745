import { attributeText, type Element } from '../html/tree.js';
import { oncePerPage, type Page } from '../page/page.js';
import { documentTitleOf, textBeforeName } from '../reading/title-and-box.js';
import { type LiteralValue, propertyOf, readLiteral, type WantedProperties } from '../script/js-literal.js';

/** CSS selectors of the elements that a page is recognised by. */
export const landmarkSelectors: readonly string[] = [
  '#results',
  'form[action*="captcha"]',
  'meta[name="robots"][content*="noindex"]',
];

/** The list of results. */
export function listOfResults({ ids }: Page): Element | undefined {
  return ids.get('results');
}

/** Whether a page is from this engine, whatever the name of its list: titles and images of rows name the engine. */
export function isGammaPage(page: Page): boolean {
  return textBeforeName(documentTitleOf(page), 'Brave') !== undefined || page.elements.some(isServedByEngine);
}

function isServedByEngine(element: Element): boolean {
  return element.name === 'img' && ownPicture.test(attributeText(element, 'src'));
}

const ownPicture = /^https:\/\/[a-z]+\.search\.brave\.com\//;

/** The data that the page passes to its script: a second source for what the markup shows. */
interface PageData {
  query: string | undefined;
  /** Whether the engine says that it found nothing. */
  isEmpty: boolean;
  /** The rows by address. */
  rows: ReadonlyMap<string, HydrationRow>;
}

/** A row of the data; missing values are `''`. */
export interface HydrationRow {
  title: string;
  source: string;
  /** The excerpt as markup. */
  description: string;
  /** The date as the page shows it. */
  date: string;
}

/** Reads the data that Brave's pages pass to their script; undefined if the page has none that can be read. */
export const hydrationDataOf: (page: Page) => PageData | undefined = oncePerPage(({ source }) => {
  const call = source.indexOf('kit.start(');
  const name = call < 0 ? -1 : source.indexOf('data:', call);
  const data = name < 0 ? undefined : readLiteral(source, name + 'data:'.length, wanted);
  if (!Array.isArray(data)) return undefined;
  const answer = data.map((node) => propertyOf(node, 'data')).find((node) => propertyOf(node, 'body') !== undefined);
  const response = propertyOf(answer, 'body', 'response');
  return {
    query: textAt(response, 'query', 'original'),
    isEmpty: propertyOf(answer, 'noResults') === true,
    rows: rowsOf(propertyOf(response, 'web', 'results')),
  };
});

/** The part of the data that is read. The data holds everything that the page shows, and more. */
const wanted: WantedProperties = {
  data: {
    noResults: {},
    body: {
      response: {
        query: { original: {} },
        web: { results: { url: {}, title: {}, profile: { name: {} }, description: {}, age: {} } },
      },
    },
  },
};

function rowsOf(results: LiteralValue): Map<string, HydrationRow> {
  const rows = new Map<string, HydrationRow>();
  for (const result of Array.isArray(results) ? results : []) {
    const url = textAt(result, 'url');
    if (url !== undefined && !rows.has(url)) rows.set(url, rowOf(result));
  }
  return rows;
}

function rowOf(result: LiteralValue): HydrationRow {
  return {
    title: textAt(result, 'title') ?? '',
    source: textAt(result, 'profile', 'name') ?? '',
    description: textAt(result, 'description') ?? '',
    date: textAt(result, 'age') ?? '',
  };
}

function textAt(value: LiteralValue, ...path: string[]): string | undefined {
  const found = propertyOf(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
