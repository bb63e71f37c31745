import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeUule } from '../places/uule.js';
import type { PageRequest, RawPage, Session } from '../types.js';
import { isSecretParam } from './secrets.js';

/** The part of a captured page's `meta.json` that this package reads. */
export interface CaptureMeta {
  /** The operation, such as `alpha.search`. */
  operation: string;
  query: string;
  /** Number of the page, from 1. @default 1 */
  page?: number;
  /** Final address of the page. @default the requested address */
  url?: string;
  /** HTTP status. @default 200 */
  status?: number;
  /** Response headers, names in lower case. @default {} */
  headers?: Record<string, string>;
  /** Parameters other than query and page, as returned by `paramsForMatching`. @default unknown, so that any request matches */
  params?: Record<string, string>;
  /** When the page was fetched, ISO 8601. @default unknown */
  captured?: string;
}

/** Notes on a captured page. */
export interface CaptureNotes {
  /** Why the page was captured, in one sentence. @default '' */
  shows?: string | undefined;
  /** The session that fetched it. Its device becomes a parameter. @default a desktop */
  session?: Pick<Session, 'device'> | undefined;
}

/** Writes a page with its request as a captured page. */
export type CaptureWriter = (request: PageRequest, page: RawPage, notes?: CaptureNotes) => Promise<void>;

/** Headers that are kept because they affect how the page is read or describe how the request was handled. */
const keptHeaders: ReadonlySet<string> = new Set([
  'content-language',
  'content-type',
  'retry-after',
  'x-as-setsessionmarket',
]);

/** The longest name that every common file system accepts, in bytes. */
const maxSlugBytes = 100;

/**
 * Creates a writer of captured pages. Each page gets a folder in `<folder>/<operation>/`, in the format of `replayAdapter`. A page may
 * contain what the engine knows about the client, so review it before publishing.
 */
export function createCaptureWriter(folder: string): CaptureWriter {
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
  const params = paramsForMatching(request, session);
  const captured = new Date().toISOString();
  const meta: CaptureMeta = { operation, query, page: number, url, status, headers, params, captured };
  const described = { ...meta, shows };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `page.${extensionOf(page)}`), page.body);
  await writeFile(join(folder, 'meta.json'), `${JSON.stringify(described, null, 2)}\n`);
}

/** A unique folder name: time, number, page and words of the query. It is never cut within a character. */
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

/** The engines' parameters for query and page, which a capture stores separately. */
const ownNames: ReadonlySet<string> = new Set(['q', 'start', 'first', 'FORM', 'offset']);

/**
 * The parameters of a request other than query and page: URL parameters without credentials, its own cookies (`cookie:…`) and the
 * device, unless it is a desktop. Requests with equal parameters get the same kind of page.
 */
export function paramsForMatching(
  { url, cookies }: PageRequest,
  { device = 'desktop' }: Pick<Session, 'device'>,
): Record<string, string> {
  const asked = [...new URL(url).searchParams].filter(([name]) => !ownNames.has(name) && !isSecretParam(name));
  const params: [string, string][] = [
    ...asked.map(([name, value]): [string, string] => [name, withoutTime(value)]),
    ...Object.entries(cookies).map(([name, value]): [string, string] => [`cookie:${name}`, value]),
    ...(device === 'desktop' ? [] : ([['device', device]] as [string, string][])),
  ];
  return Object.fromEntries(params.sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Whether two requests have equal parameters. */
export function haveSameParams(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => first[name] === second[name]);
}

/** The place of a `uule`, whose time is only the time of encoding. Any other value stays the same. */
function withoutTime(value: string): string {
  const { name, latitude, longitude } = decodeUule(value) ?? {};
  return name ?? (latitude === undefined ? value : `${latitude},${longitude}`);
}
