import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { makePage } from '@svc/fixtures';
import { randomFrom } from '../../server/scripts/random.mjs';

/** The query of every search; searches differ in a parameter that is not part of the page. */
export const searchQuery = 'harbour ferry timetable';

/** Share of a page that is neither script nor style, as in real alpha pages. */
const markup = 0.2;

/** Number of different pages of a size, as a single page would be parsed faster and faster. */
const variants = 8;

/**
 * Result pages of this many bytes, whose scripts are as long and compress as well as those of real pages: to between a
 * third and a quarter of their size.
 */
export function makePages(pageBytes) {
  return Array.from({ length: variants }, (_, index) => {
    const random = randomFrom(index + 1);
    const { body } = makePage({ operation: 'alpha.search', seed: `load ${index}`, query: searchQuery });
    const boxes = upTo(pageBytes * markup - body.length, () => {
      const id = random().toString(36).slice(2, 14);
      const words = `${wordOf(random)} ${wordOf(random)} ${wordOf(random)}`;
      return `<div class="Ab ${id}" data-ved="2ah${id}" jsaction="click:h"><span><svg viewBox="0 0 24 24"><path d="M2 3"></path></svg> ${words}</span></div>`;
    });
    const scripts = upTo(pageBytes - body.length - boxes.length, () => {
      const [one, other] = [wordOf(random), wordOf(random)];
      return `(function(a,b){var ${one}=a["${other}"];return ${one}<b&&c("<${random().toString(36).slice(2, 9)}>")?e[${Math.floor(random() * 1e6)}]:${one}})();`;
    });
    return Buffer.from(body.replace('</body>', () => `<div hidden>${boxes}</div><script>${scripts}</script></body>`));
  });
}

/** A page as sent by an engine, by encoding. */
export function compressPage(page) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return { br: brotliCompressSync(page, quality), gzip: gzipSync(page) };
}

function wordOf(random) {
  return `w${Math.floor(random() * 3_000).toString(36)}`;
}

function upTo(length, part) {
  const parts = [];
  for (let left = length; left > 0; left -= parts.at(-1).length) parts.push(part());
  return parts.join('');
}
