import { createHash } from 'node:crypto';

/** Elements that make the frame of a page; what is inside of them changes with every query. */
const frame = new Set(
  'html body div section main header footer nav form table tbody ul ol article aside h1 h2 h3 iframe noscript'.split(
    ' ',
  ),
);

/** How deep the frame is looked at, and how much of a page. */
const mostDepth = 6;
const mostBytes = 1024 * 1024;

/** A tag, or what holds text that looks like tags. */
const tags = /<(?:!--|(\/?)([a-z][a-z0-9]{0,20}))/gi;
const opaque: Readonly<Record<string, string>> = { script: '</script', style: '</style', '!--': '-->' };

/**
 * Names the layout of a page by the ways from its root to the elements of its frame, each counted once, so that pages of
 * one layout have one name however many rows they show. Eight hexadecimal digits; no text, class or id is looked at.
 */
export function fingerprintOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, mostBytes)).toString('latin1');
  const lower = text.toLowerCase();
  const ways = new Set<string>();
  const open: string[] = [];
  tags.lastIndex = 0;
  for (let tag = tags.exec(lower); tag !== null; tag = tags.exec(lower)) {
    const [, slash = '', name = '!--'] = tag;
    const end = slash === '' ? opaque[name] : undefined;
    if (end !== undefined) tags.lastIndex = endOf(lower, end, tags.lastIndex);
    else if (frame.has(name)) step(name, { isEnd: slash !== '', open, ways });
  }
  return createHash('sha256')
    .update([...ways].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);
}

function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at;
}

function step(name: string, { isEnd, open, ways }: { isEnd: boolean; open: string[]; ways: Set<string> }): void {
  if (isEnd) {
    const at = open.lastIndexOf(name);
    if (at >= 0) open.length = at;
    return;
  }
  if (open.length < mostDepth * 8) open.push(name);
  if (open.length <= mostDepth) ways.add(open.join('>'));
}
