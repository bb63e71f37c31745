import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@svc/fetchers';
import { isPageError, operations } from '@svc/parsers';
import { type Endpoint, endpoints } from '../../src/index.js';
import { always, pagesFolder, type TestService, testService } from './service.js';

/** A captured page and its expected result. */
export interface Capture {
  /** `<operation>/<slug>`. */
  name: string;
  endpoint: Endpoint;
  query: string;
  page: number;
  /** The result, or the state of an unusable page. */
  expected: { state?: string; organic_results?: unknown[] } & Record<string, unknown>;
  /** Answers every request with this page. */
  adapter: Adapter;
}

let read: readonly Capture[] | undefined;

/** Every captured page with an expected result. They are read once per process, as each is parsed. */
export function captures(): readonly Capture[] {
  read ??= endpoints.flatMap((endpoint) => {
    const folder = join(pagesFolder, endpoint.name);
    const slugs = existsSync(folder) ? readdirSync(folder) : [];
    return slugs
      .filter((slug) => existsSync(join(folder, slug, 'expected.json')))
      .map((slug) => readCapture(endpoint, slug));
  });
  return read;
}

/** The typical capture of an endpoint. */
export function typical(endpoint: Endpoint): Capture {
  return readCapture(endpoint, 'typical');
}

/** A service whose engines answer with the capture passed to `show` last. */
export function showing(): TestService & { show(capture: Capture): void } {
  let shown: Adapter | undefined;
  const adapter: Adapter = async (request, context) => {
    if (shown === undefined) throw new Error('No page was shown');
    return shown(request, context);
  };
  // Captures contain more refusals in a row than a circuit tolerates.
  const service = testService({ adapter, env: { SVC_CIRCUIT_FAILURES: '0' } });
  return {
    ...service,
    show(capture) {
      shown = capture.adapter;
    },
  };
}

function readCapture(endpoint: Endpoint, slug: string): Capture {
  const folder = join(pagesFolder, endpoint.name, slug);
  const { query, page = 1, url, status = 200, headers = {} } = readJson(join(folder, 'meta.json'));
  const file = readdirSync(folder).find((name) => name.startsWith('page.')) ?? 'page.html';
  const raw = { status, headers, ...(url && { url }) };
  const body = readFileSync(join(folder, file));
  return {
    name: `${endpoint.name}/${slug}`,
    endpoint,
    query,
    page,
    expected: isTruncated(endpoint, body) ? { state: 'truncated' } : readJson(join(folder, 'expected.json')),
    adapter: always(body, raw),
  };
}

/** Whether a page is truncated: the service accepts only complete pages. */
export function isTruncated({ name }: Endpoint, body: Uint8Array): boolean {
  try {
    operations[name](body, { truncated: true });
    return false;
  } catch (error) {
    return isPageError(error) && error.state === 'truncated';
  }
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
