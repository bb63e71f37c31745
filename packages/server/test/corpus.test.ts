import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations, PageError } from '@svc/parsers';
import { afterAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../src/index.js';
import { isTruncated } from './helpers/captures.js';
import { testService } from './helpers/service.js';

/**
 * Replays labelled real pages through the service. They are not part of this repository: `SVC_CORPUS` names a folder of
 * pages, each next to its label `<slug>.truth.json`.
 */
const corpus = process.env.SVC_CORPUS;

interface Label {
  operation: string;
  outcome: 'results' | 'no_results' | 'blocked' | 'consent' | 'js_required' | 'other';
  query?: string | null;
  pagination?: { current?: number } | null;
}

/** Codes expected for a page without results. */
const codes: Record<string, RegExp> = {
  blocked: /^upstream_(captcha|rate_limited|forbidden)$/,
  consent: /^upstream_consent$/,
  js_required: /^upstream_js_required$/,
  other: /^upstream_/,
};

interface LabelledPage {
  name: string;
  file: string;
  label: Label;
  endpoint: Endpoint;
}

if (corpus === undefined) {
  test.skip('SVC_CORPUS IS NOT SET: no labelled real page was replayed through the service', () => {});
} else {
  describe('every labelled real page through the service', () => {
    const pages = labelledPages(corpus);
    let served: Uint8Array = new Uint8Array();
    // One service, as each starts a thread for large pages. Blocked pages must not open its circuits.
    const service = testService({
      env: { SVC_CIRCUIT_FAILURES: '0' },
      adapter: async ({ url }) => ({ url, status: 200, headers: {}, body: served }),
    });
    afterAll(() => service.app.close());

    test('the corpus has pages of every operation', () => {
      expect(new Set(pages.map(({ endpoint }) => endpoint.name))).toEqual(new Set(endpoints.map(({ name }) => name)));
    });

    test.each(pages.map((page) => [page.name, page] as const))('%s', async (name, { file, label, endpoint }) => {
      const page = label.pagination?.current ?? 1;
      const raw = readFileSync(file);
      served = raw;
      const query = label.query || shownQuery(endpoint, raw) || 'anything';
      const response = await service.post(endpoint.path, { query, ...(page > 1 && { page }) });
      const body = response.json();
      const code = isTruncated(endpoint, raw)
        ? /^upstream_bad_response$/
        : codes[hasQuery(name) ? label.outcome : 'other'];
      if (code !== undefined) {
        expect(body.code).toMatch(code);
        expect(response.statusCode).toBe(502);
        return;
      }
      expect(body.code).toBeUndefined();
      expect(response.statusCode).toBe(200);
      expect(endpoint.response.safeParse(body).error?.issues ?? []).toEqual([]);
      const rows = body.organic_results ?? body.suggestions;
      expect(rows.length > 0).toBe(label.outcome === 'results');
    });
  });
}

/** Pages for the empty query are excluded, as the API accepts no empty query. */
function hasQuery(name: string): boolean {
  return !name.includes('zero-prefix');
}

/** The query shown on a page, for labels without a query. */
function shownQuery({ name }: Endpoint, body: Uint8Array): string | undefined {
  if (name === 'alpha.autocomplete') return undefined; // suggestions have no diagnostics
  try {
    return operations[name](body, { diagnostics: true }).diagnostics?.query;
  } catch (error) {
    if (error instanceof PageError) return undefined; // a page without results may not show its query
    throw error;
  }
}

function labelledPages(folder: string): LabelledPage[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => pagesIn(folder, name));
}

function pagesIn(corpus: string, kind: string): LabelledPage[] {
  const labels = readdirSync(join(corpus, kind)).filter((name) => name.endsWith('.truth.json'));
  return labels.map((name) => {
    const slug = name.replace('.truth.json', '');
    const label: Label = JSON.parse(readFileSync(join(corpus, kind, name), 'utf8'));
    const file = ['.html', '.txt'].map((end) => join(corpus, kind, slug + end)).find((path) => existsSync(path));
    const endpoint = endpoints.find((candidate) => candidate.name === label.operation);
    if (file === undefined || endpoint === undefined) throw new Error(`${kind}/${slug} is no labelled page`);
    return { name: `${kind}/${slug}`, file, label, endpoint };
  });
}
