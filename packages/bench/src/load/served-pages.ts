import { makePage } from '@svc/fixtures';

/** Pages of a search engine, by query. */
export type ServedPages = ReadonlyMap<string, Uint8Array>;

/** Bytes of a page: the median of real alpha pages is 563 kB. */
const pageSize = 560_000;

/** Bytes that are not script, style or comment; the median of real pages of this size is 117 kB. */
const markupSize = 115_000;

/** Distinct foundry pages of alpha web search, padded with as much additional content as engines send. */
export function makeServedPages(count: number): ServedPages {
  return new Map(Array.from({ length: count }, (_, index) => servedPage(index)));
}

/** A foundry page without padding, a tenth as long. */
export function smallPage(): [query: string, page: Uint8Array] {
  const query = 'harbour ferry';
  const { body } = makePage({ operation: 'alpha.search', seed: 'load', query });
  return [query, new TextEncoder().encode(body)];
}

function servedPage(index: number): [query: string, page: Uint8Array] {
  const query = `harbour ferry timetable ${index}`;
  const { body } = makePage({ operation: 'alpha.search', seed: `load ${index}`, query });
  const boxes = filled(markupSize - body.length, (n) => box(index, n));
  const scripts = filled(pageSize - markupSize, (n) => script(index, n));
  const page = body.replace('</body>', `<div hidden>${boxes}</div>${scripts}</body>`);
  return [query, new TextEncoder().encode(page)];
}

function box(page: number, number: number): string {
  const drawing = '<svg viewBox="0 0 24 24"><path d="M12 2l9 20H3z"></path></svg>';
  return `<div class="Ab${number} x${page}" data-ved="2ah${number}" jsaction="click:h${number}"><span>${drawing} item ${number}</span></div>`;
}

function script(page: number, number: number): string {
  return `<script nonce="p${page}n${number}">${'(function(a,b){return a<b&&c("<d>")?e[0]:f})();'.repeat(100)}</script>`;
}

/** Parts up to this many characters. */
function filled(size: number, part: (number: number) => string): string {
  const parts: string[] = [];
  let length = 0;
  for (let number = 0; length < size; number += 1) {
    const next = part(number);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}

/** Pages that are slow to parse, as a hostile engine could send, and a common page of 2 MB. */
export function hostilePages(): Uint8Array[] {
  const [ordinary = new Uint8Array()] = makeServedPages(1).values();
  const text = new TextDecoder().decode(ordinary);
  const large = text.replace('</body>', `${filled(1_500_000, (n) => script(0, n))}</body>`);
  const sources = [
    large,
    '&amp;&#x;&lt'.repeat(150_000),
    `<div ${filled(1_000_000, (n) => `a${n} `)}>`,
    filled(1_000_000, (n) => `<b id=${n}><p>`),
    filled(2_000_000, (n) => `<div><a href="https://a${n}.example/"><h3>t</h3></a></div>`),
  ];
  return sources.map((source) => new TextEncoder().encode(source));
}
