import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { makePage } from '@svc/fixtures';
import { seeded } from './events.mjs';

/** What every search asks for; searches differ in a parameter that no page repeats. */
export const query = 'harbour ferry timetable';

/** Share of a page that is neither script nor style: of real pages of alpha a fifth. */
const markup = 0.2;

/** Pages of one size: what is always the same page comes to be read faster than real ones are. */
const variants = 8;

/**
 * Result pages of so many bytes, with scripts as long and as hard to compress as those of real pages: to between a third and
 * a quarter of their bytes.
 */
export function pagesOf(bytes) {
  return Array.from({ length: variants }, (_, index) => {
    const random = seeded(index + 1);
    const { body } = makePage({ operation: 'alpha.search', seed: `load ${index}`, query });
    const boxes = upTo(bytes * markup - body.length, () => {
      const id = random().toString(36).slice(2, 14);
      const words = `${wordOf(random)} ${wordOf(random)} ${wordOf(random)}`;
      return `<div class="Ab ${id}" data-ved="2ah${id}" jsaction="click:h"><span><svg viewBox="0 0 24 24"><path d="M2 3"></path></svg> ${words}</span></div>`;
    });
    const scripts = upTo(bytes - body.length - boxes.length, () => {
      const [one, other] = [wordOf(random), wordOf(random)];
      return `(function(a,b){var ${one}=a["${other}"];return ${one}<b&&c("<${random().toString(36).slice(2, 9)}>")?e[${Math.floor(random() * 1e6)}]:${one}})();`;
    });
    return Buffer.from(body.replace('</body>', () => `<div hidden>${boxes}</div><script>${scripts}</script></body>`));
  });
}

/** A page as an engine sends it, by the name of the encoding. */
export function packed(page) {
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
