/** Pages that are slow to parse, with a size in bytes. The parsers' tests have more kinds. */
export const largePages: Readonly<Record<string, (size: number) => string>> = {
  references: (size) => page('&amp;&#x;&lt'.repeat(size / 12)),
  attributes: (size) => page(`<div ${repeat(size, (i) => `a${i} `)}>`),
  'formatting left open': (size) => page(repeat(size, (i) => `<b id=${i}><p>`)),
  rows: (size) => page(repeat(size, row)),
};

/** A result page of alpha with this many additional bytes of script, which the parser skips. */
export function paddedPage(query: string, bytes: number): string {
  const padding = 'function a(b){return b<3&&c("<d>")?e:f}\n';
  const script = `<script>${padding.repeat(Math.ceil(bytes / padding.length))}</script>`;
  return page(repeat(3_000, row), { query, before: script });
}

interface PageParts {
  query?: string;
  before?: string;
}

function page(content: string, { query = 't', before = '' }: PageParts = {}): string {
  const box = `<form role="search"><input name="q" value="${query}"></form>`;
  return `<html><head><title>${query} - Google Search</title>${before}</head><body>${box}<div id="rso">${content}</div></body></html>`;
}

function row(i: number): string {
  const address = `https://a${i}.example/`;
  return `<div><a href="${address}"><h3>Title ${i}</h3><cite>${address}</cite></a><div>An excerpt, number ${i}</div></div>`;
}

/** As many parts as fit into `size` characters. */
function repeat(size: number, part: (i: number) => string): string {
  const parts: string[] = [];
  let length = 0;
  for (let i = 0; length < size; i += 1) {
    const next = part(i);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}
