const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', nbsp: '\u00a0', apos: "'" };

/**
 * The text with its character references decoded, where they are of the kinds that pages are full of: the names above
 * and decimal numbers of ordinary characters, closed by a semicolon. Undefined where any other `&` stands before what
 * may be a reference: those are left to parse5, which knows all 2,231 names and when a missing semicolon counts.
 */
export function decodeReferences(text: string): string | undefined {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', from)) {
    if (!mayBeReference(text.charCodeAt(at + 1))) {
      decoded += text.slice(from, at + 1);
      from = at + 1;
      continue;
    }
    const end = text.indexOf(';', at + 2);
    const character = end === -1 || end - at > 8 ? undefined : characterOf(text.slice(at + 1, end));
    if (character === undefined) return undefined;
    decoded += text.slice(from, at) + character;
    from = end + 1;
  }
  return decoded + text.slice(from);
}

function mayBeReference(code: number): boolean {
  return (
    code === 0x23 || (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
  );
}

function characterOf(reference: string): string | undefined {
  if (reference[0] !== '#') return Object.hasOwn(named, reference) ? named[reference] : undefined;
  if (!/^#[0-9]{2,5}$/.test(reference)) return undefined;
  const code = Number(reference.slice(1));
  const isOrdinary = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800);
  return isOrdinary ? String.fromCharCode(code) : undefined;
}
