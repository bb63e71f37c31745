import { createHash } from 'node:crypto';
import { Counter, Gauge, type Registry } from 'prom-client';
import { baseline } from './baseline.js';
import { type FillRates, fillingOf } from './fields.js';
import { boundedNames } from './upstream.js';

/** Notices that pages are no longer what they were. */
interface Drift {
  /** An answer was made: which of its fields are filled. */
  answered(operation: string, answer: Readonly<Record<string, unknown>>): void;
  /** A page could not be recognised. */
  unrecognised(operation: string, page: Uint8Array): void;
}

/** Layouts that are counted by name; further ones count as `other`, so that a hostile engine cannot fill the memory. */
const mostLayouts = 50;

/** Adds what shows drift: fill rates beside those of labelled real pages, and layouts that nobody knows. */
export function createDrift(registry: Registry): Drift {
  const registers = [registry];
  const labelNames = ['operation', 'field'];
  const seen = new Counter({
    name: 'svc_fields_total',
    help: 'Rows that could have had a field; for an `answer.` field, answers.',
    labelNames,
    registers,
  });
  const filled = new Counter({
    name: 'svc_fields_filled_total',
    help: 'Those of them that had it.',
    labelNames,
    registers,
  });
  const expected = new Gauge({
    name: 'svc_field_fill_baseline',
    help: 'Share of them that had it on labelled real pages, 0 to 1.',
    labelNames,
    aggregator: 'first',
    registers,
  });
  for (const [operation, rates] of Object.entries<FillRates>(baseline)) {
    for (const [field, rate] of Object.entries(rates)) expected.set({ operation, field }, rate);
  }
  const layouts = new Counter({
    name: 'svc_unrecognised_layouts_total',
    help: 'Pages that were not recognised, by the structure of their frame.',
    labelNames: ['operation', 'fingerprint'],
    registers,
  });
  const layoutOf = boundedNames(mostLayouts);

  return {
    answered(operation, answer) {
      for (const { field, of, filled: count } of fillingOf(operation, answer)) {
        seen.inc({ operation, field }, of);
        filled.inc({ operation, field }, count);
      }
    },
    unrecognised(operation, page) {
      layouts.inc({ operation, fingerprint: layoutOf(fingerprintOf(page)) });
    },
  };
}

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
