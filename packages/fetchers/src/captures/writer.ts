import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeUule } from '../places/uule.js';
import type { PageRequest, RawPage, Session } from '../types.js';
import { isSecretName } from './secrets.js';

/** What `meta.json` says of a captured page; what else it says is not read here. */
export interface CaptureMeta {
  /** `alpha.search` …, which operation the page answers. */
  operation: string;
  query: string;
  /** Number of the page, from 1. @default 1 */
  page?: number;
  /** Address that answered. @default the address asked for */
  url?: string;
  /** HTTP status. @default 200 */
  status?: number;
  /** Response headers, names in lower case. @default {} */
  headers?: Record<string, string>;
  /** What was asked beside query and page, as `paramsOf` says it. @default not known, so that any request is answered */
  params?: Record<string, string>;
  /** When the page came, ISO 8601. @default not known */
  captured?: string;
}

/** What is said of a captured page beside what it holds. */
export interface CaptureNotes {
  /** One sentence for a person: why the page is kept. @default '' */
  shows?: string;
  /** The session that got it, whose device belongs to what was asked. @default a desktop */
  session?: Pick<Session, 'device'>;
}

/** Writes a page and what was asked as a captured page. */
export type CaptureWriter = (request: PageRequest, page: RawPage, notes?: CaptureNotes) => Promise<void>;

/** Headers worth keeping: they say how to read the page, or what the engine made of the request. */
const keptHeaders: ReadonlySet<string> = new Set([
  'content-language',
  'content-type',
  'retry-after',
  'x-as-setsessionmarket',
]);

/** No file system takes less for a name. */
const maxSlugBytes = 100;

/**
 * Makes a writer of captured pages: each gets a folder of its own in `<folder>/<operation>/`, as `replayAdapter` reads
 * them. A captured page may hold what the engine knows of whom it answered: look through it before giving it away.
 */
export function captureWriter(folder: string): CaptureWriter {
  let count = 0;
  return (request, page, notes = {}) => {
    count += 1;
    return writeCapture(join(folder, request.operation, slugOf(request, count)), { request, page, notes });
  };
}

interface Capture {
  request: PageRequest;
  page: RawPage;
  notes: CaptureNotes;
}

async function writeCapture(folder: string, { request, page, notes }: Capture): Promise<void> {
  const { operation, query, page: number } = request;
  const { url, status } = page;
  const headers = Object.fromEntries(Object.entries(page.headers).filter(([name]) => keptHeaders.has(name)));
  const { shows = '', session = {} } = notes;
  const params = paramsOf(request, session);
  const captured = new Date().toISOString();
  const meta: CaptureMeta = { operation, query, page: number, url, status, headers, params, captured };
  const described = { ...meta, shows };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `page.${extensionOf(page)}`), page.body);
  await writeFile(join(folder, 'meta.json'), `${JSON.stringify(described, null, 2)}\n`);
}

/** A folder name that is like no other and says the query: time, number, page, words. Never ends inside a letter. */
function slugOf({ query, page }: PageRequest, count: number): string {
  const time = new Date().toISOString().replace(/\D/g, '');
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = [time, count, `p${page}`, ...words].join('-');
  return slug.slice(0, new TextEncoder().encodeInto(slug, new Uint8Array(maxSlugBytes)).read);
}

function extensionOf({ headers }: RawPage): string {
  const type = headers['content-type'] ?? '';
  if (type.includes('html')) return 'html';
  if (type.includes('xml')) return 'xml';
  return type.includes('json') || type.includes('javascript') ? 'json' : 'txt';
}

/** Parameters of the engines that say the query and the page, which a capture names by itself. */
const ownNames: ReadonlySet<string> = new Set(['q', 'start', 'first', 'FORM', 'offset']);

/**
 * What a request asks beside its query and page: parameters of its address but credentials, cookies of its own (`cookie:…`) and the
 * device, where it is no desktop. Two requests with the same get the same kind of page.
 */
export function paramsOf(
  { url, cookies }: PageRequest,
  { device = 'desktop' }: Pick<Session, 'device'>,
): Record<string, string> {
  const asked = [...new URL(url).searchParams].filter(([name]) => !ownNames.has(name) && !isSecretName(name));
  const params: [string, string][] = [
    ...asked.map(([name, value]): [string, string] => [name, name === 'uule' ? placeIn(value) : value]),
    ...Object.entries(cookies).map(([name, value]): [string, string] => [`cookie:${name}`, value]),
    ...(device === 'desktop' ? [] : ([['device', device]] as [string, string][])),
  ];
  return Object.fromEntries(params.sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Whether two requests ask for the same. */
export function sameParams(first: Readonly<Record<string, string>>, second: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => first[name] === second[name]);
}

/** An encoded place holds the time at which it was encoded, which is no part of what is asked. */
function placeIn(uule: string): string {
  const { name, latitude, longitude } = decodeUule(uule) ?? {};
  if (name !== undefined) return name;
  return latitude === undefined || longitude === undefined ? uule : `${latitude},${longitude}`;
}
