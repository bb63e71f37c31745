/**
 * Bytes of markup that are read in the event loop at most: what is in no script, style or comment, which is skipped at
 * some 10 GB/s. Of 205 real pages nine in ten have less, and the costliest of 90 kinds of hostile pages of this size takes
 * 50 ms (ampersands, attributes and open formatting without end), where an ordinary one takes 3 ms.
 */
const mostMarkup = 192 * 1024;

/** Bytes that are read in the event loop at most, whatever they are: decoding them takes time too. */
const mostBytes = 1024 * 1024;

/** What is skipped, by its beginning and its end. */
const skipped: readonly (readonly [start: string, end: string])[] = [
  ['<script', '</script'],
  ['<style', '</style'],
  ['<!--', '-->'],
];

/** Whether reading a page may take so long that everything else in the event loop would wait for it. */
export function isCostly(body: Uint8Array): boolean {
  if (body.length <= mostMarkup) return false;
  return body.length > mostBytes || markupIn(body) > mostMarkup;
}

/** An estimate for the usual spelling: where a page has another, it counts as markup. */
function markupIn(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const most = bytes.length - mostMarkup;
  let inside = 0;
  for (const [start, end] of skipped) inside += bytesInside(bytes, { start, end, most: most - inside });
  return bytes.length - inside;
}

/** Bytes between each start and the next end. What has no end is not skipped. Counts no further than `most`. */
function bytesInside(bytes: Buffer, { start, end, most }: { start: string; end: string; most: number }): number {
  let inside = 0;
  let from = bytes.indexOf(start);
  while (from >= 0 && inside < most) {
    const to = bytes.indexOf(end, from + start.length);
    if (to < 0) break;
    inside += to - from;
    from = bytes.indexOf(start, to);
  }
  return inside;
}
