/**
 * Bytes of markup that are read in the event loop at most: what is in no script or style, which is skipped at some
 * 10 GB/s. Of 205 real pages nine in ten have less, and the costliest of 90 kinds of hostile pages of this size takes
 * 50 ms (ampersands, attributes and open formatting without end), where an ordinary one takes 3 ms.
 */
const mostMarkup = 192 * 1024;

/** Bytes that are read in the event loop at most, whatever they are: decoding them takes time too. */
const mostBytes = 1024 * 1024;

/** How many places of a page are looked at. Looking at every byte would take a twentieth of the time of reading. */
const places = 64;

/** Bytes of a script that are believed without a look for its start: whoever wants to pass 192 kB of markup off as script. */
const believed = 64 * 1024;

/** Where a page comes from. */
interface Origin {
  /** Whether a caller has sent it, who may have made it to take long; else an engine has. */
  isGiven: boolean;
}

/** Whether reading a page may take so long that everything else in the event loop would wait for it. */
export function isCostly(body: Uint8Array, { isGiven }: Origin): boolean {
  if (body.length <= mostMarkup) return false;
  return isGiven || body.length > mostBytes || markupIn(body) > mostMarkup;
}

/** An estimate, from places that are spread evenly. */
function markupIn(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const step = bytes.length / places;
  let markup = 0;
  let end = -1; // of the tag that comes next
  let isRaw = false;
  for (let at = step / 2; at < bytes.length; at += step) {
    if (at > end) {
      const from = Math.floor(at);
      end = endTagAfter(bytes, from);
      isRaw = endsRaw(bytes, end) && (end - from < believed || isOneScript(bytes, from, end));
    }
    if (!isRaw) markup += step;
  }
  return markup;
}

function endTagAfter(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('</', from);
  return found < 0 ? bytes.length : found;
}

/** Whether the end tag there is that of a script or a style, by its first letters. */
function endsRaw(bytes: Buffer, end: number): boolean {
  return /^<\/(?:sc|st[^r])/i.test(bytes.toString('latin1', end, end + 5));
}

/** Whether all from a place to the end tag after it is within one script or style. */
function isOneScript(bytes: Buffer, from: number, end: number): boolean {
  return ['<script', '<style'].some((start) => {
    const before = bytes.subarray(0, end).lastIndexOf(start);
    return before >= 0 && before < from && endTagAfter(bytes, before) === end;
  });
}
