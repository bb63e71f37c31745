/**
 * Maximum number of bytes of markup parsed in the event loop, without scripts and styles, which are skipped at some 10 GB/s.
 * Nine in ten of 205 real pages have less. The costliest of 90 kinds of hostile pages of this size takes 50 ms (endless
 * ampersands, attributes and open formatting), an ordinary one 3 ms.
 */
const maxMarkup = 192 * 1024;

/** Maximum number of bytes of any kind parsed in the event loop, because decoding them takes time too. */
const maxBytes = 1024 * 1024;

/** Number of samples of a page. Looking at every byte would take a twentieth of the time of parsing. */
const samples = 64;

/** Bytes before an end tag of a script for which the start tag is not checked, too few to disguise much markup as a script. */
const unchecked = 64 * 1024;

/** Where a page comes from. */
interface Origin {
  /** Whether a caller sent it, who may have made it costly; otherwise an engine did. */
  isGiven: boolean;
}

/** Whether parsing a page may block the event loop for long. */
export function isCostly(body: Uint8Array, { isGiven }: Origin): boolean {
  if (body.length <= maxMarkup) return false;
  return isGiven || body.length > maxBytes || markupIn(body) > maxMarkup;
}

/** Estimates the bytes of markup from evenly spread samples. */
function markupIn(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const step = bytes.length / samples;
  let markup = 0;
  let end = -1; // position of the next end tag
  let isRaw = false;
  for (let at = step / 2; at < bytes.length; at += step) {
    if (at > end) {
      const from = Math.floor(at);
      end = endTagAfter(bytes, from);
      isRaw = endsRaw(bytes, end) && (end - from < unchecked || isOneScript(bytes, from, end));
    }
    if (!isRaw) markup += step;
  }
  return markup;
}

function endTagAfter(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('</', from);
  return found < 0 ? bytes.length : found;
}

/** Whether an end tag is that of a script or a style, by its first letters. */
function endsRaw(bytes: Buffer, end: number): boolean {
  return /^<\/(?:sc|st[^r])/i.test(bytes.toString('latin1', end, end + 5));
}

/** Whether everything from a position to the next end tag is in one script or style. */
function isOneScript(bytes: Buffer, from: number, end: number): boolean {
  return ['<script', '<style'].some((start) => {
    const before = bytes.subarray(0, end).lastIndexOf(start);
    return before >= 0 && before < from && endTagAfter(bytes, before) === end;
  });
}
