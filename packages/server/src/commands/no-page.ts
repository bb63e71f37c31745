/** Kinds of files that people take for a page, by how they begin. */
const kinds: readonly (readonly [begins: string, is: string])[] = [
  ['\u001f\u008b', 'it is compressed with gzip; unpack it first'],
  ['%PDF-', 'it is a PDF; save the page as HTML'],
  ['From: ', 'it is an MHTML archive; save the page as HTML only'],
  ['MIME-Version: ', 'it is an MHTML archive; save the page as HTML only'],
  ['\u0089PNG', 'it is a picture; save the page as HTML'],
  ['\u00ff\u00d8\u00ff', 'it is a picture; save the page as HTML'],
];

/** A page is HTML, or JSON for suggestions; this much of it tells. */
const looked = 65_536;

/** Why what could not be read is no page at all; undefined where it may be one. */
export function whyNoPage(body: Buffer): string | undefined {
  const text = body.toString('latin1', 0, looked);
  const known = kinds.find(([begins]) => text.startsWith(begins));
  if (known !== undefined) return `This is no result page: ${known[1]}.`;
  if (text.trim() === '') return 'This is no result page: it is empty.';
  if (/<\/?[a-z!]/i.test(text) || /^\s*[[{)]/.test(text)) return undefined;
  const [line = ''] = body.toString('utf8', 0, looked).trimStart().split('\n', 1);
  const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  return `This is no result page: it begins with ${JSON.stringify(shown)} and has no HTML in it (nor JSON, as suggestions are).`;
}
