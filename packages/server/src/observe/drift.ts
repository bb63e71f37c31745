import { createHash } from 'node:crypto';
import { Counter, Gauge, type Registry } from 'prom-client';
import { baselineFillRates } from './baseline.js';
import { countFilled, type FillRates } from './fields.js';
import { createLabelLimiter } from './upstream.js';

/** Detects changes of the engines' pages. */
interface DriftMetrics {
  /** Counts which fields of an answer are filled. */
  answered(operation: string, answer: Readonly<Record<string, unknown>>): void;
  /** Counts a page that was not recognised, by its layout. */
  unrecognised(operation: string, page: Uint8Array): void;
}

/** Maximum number of layouts counted by name; more count as `other`, so that a hostile engine cannot exhaust memory. */
const maxLayouts = 50;

/** Adds metrics that show drift: fill rates, their baseline from labelled real pages, and unknown layouts. */
export function createDriftMetrics(registry: Registry): DriftMetrics {
  const registers = [registry];
  const labelNames = ['operation', 'field'];
  const seen = new Counter({
    name: 'svc_fields_total',
    help: 'Rows that could have a field; responses, for a field that starts with `answer.`.',
    labelNames,
    registers,
  });
  const filled = new Counter({
    name: 'svc_fields_filled_total',
    help: 'Rows or responses that had the field.',
    labelNames,
    registers,
  });
  const expected = new Gauge({
    name: 'svc_field_fill_baseline',
    help: 'Share of rows or responses with the field on labelled real pages, 0 to 1.',
    labelNames,
    aggregator: 'first',
    registers,
  });
  for (const [operation, rates] of Object.entries<FillRates>(baselineFillRates)) {
    for (const [field, rate] of Object.entries(rates)) expected.set({ operation, field }, rate);
  }
  const layouts = new Counter({
    name: 'svc_unrecognised_layouts_total',
    help: 'Pages that were not recognised, by a fingerprint of their structure.',
    labelNames: ['operation', 'fingerprint'],
    registers,
  });
  const layoutOf = createLabelLimiter(maxLayouts);

  return {
    answered(operation, answer) {
      for (const { field, total, filled: count } of countFilled(operation, answer)) {
        seen.inc({ operation, field }, total);
        filled.inc({ operation, field }, count);
      }
    },
    unrecognised(operation, page) {
      layouts.inc({ operation, fingerprint: layoutOf(layoutFingerprintOf(page)) });
    },
  };
}

/** Elements that form the frame of a page; their content changes with every query. */
const frame = new Set(
  'html body div section main header footer nav form table tbody ul ol article aside h1 h2 h3 iframe noscript'.split(
    ' ',
  ),
);

/** Maximum depth of the frame, and maximum number of bytes that are scanned. */
const maxDepth = 6;
const maxBytes = 1024 * 1024;

/** A tag, or the start of something whose content may look like tags. */
const tags = /<(?:!--|(\/?)([a-z][a-z0-9]{0,20}))/gi;
const opaque: Readonly<Record<string, string>> = { script: '</script', style: '</style', '!--': '-->' };

/**
 * Fingerprint of a page: the distinct paths from its root to the elements of its frame. Pages with the same layout have the same
 * fingerprint, whatever their number of rows. Eight hexadecimal digits; texts, classes and ids are ignored.
 */
export function layoutFingerprintOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, maxBytes)).toString('latin1');
  const lower = text.toLowerCase();
  const paths = new Set<string>();
  const open: string[] = [];
  tags.lastIndex = 0;
  for (let tag = tags.exec(lower); tag !== null; tag = tags.exec(lower)) {
    const [, slash = '', name = '!--'] = tag;
    const end = slash === '' ? opaque[name] : undefined;
    if (end !== undefined) tags.lastIndex = endOf(lower, end, tags.lastIndex);
    else if (frame.has(name)) step(name, { isEnd: slash !== '', open, paths });
  }
  return createHash('sha256')
    .update([...paths].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);
}

function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at;
}

function step(name: string, { isEnd, open, paths }: { isEnd: boolean; open: string[]; paths: Set<string> }): void {
  if (isEnd) {
    const at = open.lastIndexOf(name);
    if (at >= 0) open.length = at;
    return;
  }
  if (open.length < maxDepth * 8) open.push(name);
  if (open.length <= maxDepth) paths.add(open.join('>'));
}
