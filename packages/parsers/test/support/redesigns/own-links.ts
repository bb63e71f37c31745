import { type Document, htmlElementsOf } from './elements.js';

/** Changes the links of the engine to itself. `change` also receives their origin. */
export function withOwnLinks(document: Document, change: (href: string, origin: string) => string): boolean {
  const links = htmlElementsOf(document).flatMap(({ tagName, attrs }) =>
    tagName === 'a' ? attrs.filter(({ name }) => name === 'href') : [],
  );
  const origin = originOf(links.map(({ value }) => value));
  let isChanged = false;
  for (const link of links) {
    if (!/^(?:\/|https:\/\/[^/]+\/)search\?/.test(link.value) && !/^\/(?:url|imgres)\?/.test(link.value)) continue;
    if (!link.value.startsWith('/') && !link.value.startsWith(`${origin}/`)) continue;
    const changed = change(link.value, origin);
    isChanged ||= changed !== link.value;
    link.value = changed;
  }
  return isChanged;
}

/** The origin of the links to result pages, otherwise the origin of the engine that writes links in the same way. */
function originOf(hrefs: readonly string[]): string {
  const own = /^https:\/\/(?:www\.google\.[a-z.]+|(?:www|cn)\.bing\.com|search\.brave\.com)(?=\/search\?)/;
  const named = hrefs.map((href) => own.exec(href)?.[0]).find((origin) => origin !== undefined);
  if (named !== undefined) return named;
  return hrefs.some((href) => /^\/search\?.*\bFORM=/.test(href)) ? 'https://www.bing.com' : 'https://www.google.com';
}
