import { readFileSync } from 'node:fs';
import { type Adapter, FetchError } from '@svc/fetchers';
import { operationNames } from '@svc/parsers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countFilled, createMetrics } from '../src/index.js';
import { baselineFillRates } from '../src/observe/baseline.js';
import { layoutFingerprintOf } from '../src/observe/drift.js';
import { createWorkerMetrics } from '../src/observe/service-metrics.js';
import { createLabelLimiter } from '../src/observe/upstream.js';
import { captures, typical } from './helpers/captures.js';
import { type Engines, startEngines } from './helpers/engines.js';
import { growthOf } from './helpers/growth.js';
import { alphaSearch, gammaSearch } from './helpers/operations.js';
import { bytes, testService } from './helpers/service.js';

const read = (name: string) => readFileSync(new URL(`../observability/${name}`, import.meta.url), 'utf8');

/** Names of the metrics in Prometheus expressions, with their suffixes. */
function metricsIn(expressions: string): Set<string> {
  const names = expressions.match(/\b(?:svc|http_server|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return new Set(names);
}

async function servedMetrics(): Promise<Set<string>> {
  const metrics = createMetrics();
  createWorkerMetrics(metrics.registry);
  metrics.redis.watch({ isUp: () => true, processes: () => 1, latency: () => 0 });
  const text = await metrics.text();
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

describe('files for operators', () => {
  test('every dashboard panel uses metrics, all of which exist', async () => {
    const dashboard = JSON.parse(read('grafana-dashboard.json'));
    const known = await servedMetrics();
    const panels = dashboard.panels.filter(({ type }: { type: string }) => type !== 'row');
    expect(panels.length).toBeGreaterThan(15);
    for (const { title, targets } of panels) {
      const names = metricsIn(targets.map(({ expr }: { expr: string }) => expr).join('\n'));
      expect(names.size, title).toBeGreaterThan(0);
      expect(
        [...names].filter((name) => !known.has(name)),
        title,
      ).toEqual([]);
    }
  });

  test('every alert rule uses metrics, all of which exist', async () => {
    const known = await servedMetrics();
    const rules = read('prometheus-alerts.yml')
      .split(/^ {6}- alert: /m)
      .slice(1);
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) {
      const [, expression = ''] = /^ {8}expr: (.*?)^ {8}(?:for|labels):/ms.exec(rule) ?? [];
      const names = metricsIn(expression);
      expect(names.size, rule).toBeGreaterThan(0);
      expect(
        [...names].filter((name) => !known.has(name)),
        rule,
      ).toEqual([]);
      expect(rule).toMatch(/^ {8}annotations:\n {10}summary: \S/m);
    }
  });

  test('labels in the dashboard and the rules exist', async () => {
    const files = read('grafana-dashboard.json') + read('prometheus-alerts.yml');
    const used = [...files.matchAll(/\b(?:by|on) \(([a-z_, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '));
    const labels = [
      'le',
      'status',
      'operation',
      'outcome',
      'engine',
      'state',
      'proxy',
      'field',
      'fingerprint',
      'code',
      'reason',
      'fault',
    ];
    expect([...new Set(used)].filter((label) => !labels.includes(label))).toEqual([]);
  });

  test('the guide lists every metric of the service', async () => {
    const guide = readFileSync(new URL('../../docs/guides/metrics.md', import.meta.url), 'utf8');
    const metrics = createMetrics();
    createWorkerMetrics(metrics.registry);
    metrics.redis.watch({ isUp: () => true, processes: () => 1, latency: () => 0 });
    const text = await metrics.text();
    const own = [...text.matchAll(/^# HELP ((?:svc|http)_\S+) (.*)$/gm)].map(([, name, help]) => [name, help]);
    const listed = [...guide.matchAll(/^\| `((?:svc|http)_\w+)` +\|[^|]*\| (.*?) +\|$/gm)].map(([, name, help]) => [
      name,
      help,
    ]);
    expect(listed.sort()).toEqual(own.sort());
  });
});

describe('layout drift', () => {
  test('the baseline has a share for every counted field', () => {
    expect(Object.keys(baselineFillRates)).toEqual([...operationNames]);
    for (const { endpoint, expected } of captures().filter(({ expected: { state } }) => state === undefined)) {
      const counted = countFilled(endpoint.name, expected);
      if (counted.length === 0) continue;
      expect(counted.map(({ field }) => field)).toEqual(Object.keys(baselineFillRates[endpoint.name] ?? {}));
    }
    for (const rate of Object.values(baselineFillRates).flatMap((rates) => Object.values(rates))) {
      expect(rate).toBeGreaterThanOrEqual(0);
      expect(rate).toBeLessThanOrEqual(1);
    }
  });

  test('counts filled fields of rows and of the response, and nothing without rows', () => {
    const rows = [
      { title: 'a', snippet: '', snippet_matched: [] },
      { title: 'b', snippet: 'c', snippet_matched: ['c'] },
    ];
    const counts = countFilled('gamma.search', { organic_results: rows });
    const shown = Object.fromEntries(counts.map(({ field, total, filled }) => [field, `${filled}/${total}`]));
    expect(shown).toMatchObject({ title: '2/2', snippet: '1/2', snippet_matched: '1/2', source: '0/2' });
    const answer = { organic_results: rows, pagination: {}, search_information: { total_results: 7 } };
    expect(countFilled('alpha.search', answer)).toContainEqual({
      field: 'answer.search_information.total_results',
      total: 1,
      filled: 1,
    });
    expect(countFilled('alpha.search', { organic_results: [] })).toEqual([]);
    expect(countFilled('nobody.knows', answer)).toEqual([]);
  });

  test('a layout has the same fingerprint whatever the number and text of its rows', () => {
    const page = (rows: number, text: string) => {
      const list = `<ol>${`<li class="${text}"><h2><a href="/${text}">${text}</a></h2><p>${text}</p></li>`.repeat(rows)}</ol>`;
      const script = `<script>document.write("<main><section>${text}</section></main>")</script><!-- <nav> -->`;
      return bytes(`<!doctype html><html><body>${script}<main id="${text}">${list}</main></body></html>`);
    };
    const names = new Set([page(3, 'a'), page(3, 'other'), page(9, 'a')].map(layoutFingerprintOf));
    expect(names.size).toBe(1);
    expect([...names][0]).toMatch(/^[\da-f]{8}$/);
    const other = bytes('<html><body><div><main><ol><li><h2>a</h2></li></ol></main></div></body></html>');
    expect(names.has(layoutFingerprintOf(other))).toBe(false);
  });

  test.each(['<div>', '<', '<!--', '<script', '</div><div>', '<!-- --'])(
    'the fingerprint of a hostile page of %j takes linear time',
    (piece) => {
      const work = (size: number) => void layoutFingerprintOf(bytes(piece.repeat(size / piece.length)));
      expect(growthOf(work, 250_000)).toBeLessThan(10);
    },
  );

  test('the number of label values is bounded', () => {
    const name = createLabelLimiter(2);
    expect(['a', 'b', 'c', 'a', 'd'].map(name)).toEqual(['a', 'b', 'other', 'a', 'other']);
  });
});

describe('/metrics', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await startEngines({ SVC_ATTEMPTS: '2', SVC_CIRCUIT_FAILURES: '0', SVC_RETRY_PERCENT: '100' });
  });
  afterAll(() => engines.close());

  test('counts responses of engines, attempts, parsed pages and filled fields', async () => {
    await engines.ask(gammaSearch, { query: 'metrics of tea' });
    await engines.ask(gammaSearch, { query: 'metrics sim:captcha' });
    await engines.ask(alphaSearch, { query: 'metrics sim:shell' });
    const text = await engines.metrics();
    const sampleOf = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')[1],
      );
    expect(sampleOf('svc_engine_answers_total{engine="gamma",state="usable"}')).toBe(1);
    expect(sampleOf('svc_engine_answers_total{engine="gamma",state="captcha"}')).toBe(2);
    expect(sampleOf('svc_retries_total{engine="gamma"}')).toBe(1);
    expect(sampleOf('svc_queue_wait_seconds_count{engine="gamma"}')).toBe(3);
    expect(sampleOf('svc_parse_duration_seconds_count{operation="gamma.search",outcome="read"}')).toBe(1);
    expect(sampleOf('svc_parse_duration_seconds_count{operation="gamma.search",outcome="captcha"}')).toBe(2);
    expect(sampleOf('svc_fields_total{operation="gamma.search",field="title"}')).toBeGreaterThan(0);
    expect(sampleOf('svc_fields_filled_total{operation="gamma.search",field="title"}')).toBe(
      sampleOf('svc_fields_total{operation="gamma.search",field="title"}'),
    );
    expect(sampleOf('svc_field_fill_baseline{operation="gamma.search",field="title"}')).toBe(1);
    expect(text).toMatch(/^svc_unrecognised_layouts_total\{operation="alpha.search",fingerprint="[\da-f]{8}"\} 2$/m);
    expect(sampleOf('svc_nothing')).toBeNaN();
    expect(text).not.toContain('metrics of tea');
  });

  test('does not grow with the number of different queries', async () => {
    const page = typical(gammaSearch).adapter;
    const failing: Adapter = async () => {
      throw new FetchError('network', 'gone');
    };
    let count = 0;
    const service = testService({
      env: { SVC_CIRCUIT_FAILURES: '0' },
      adapter: (request, context) => {
        count += 1;
        return (count % 2 === 0 ? page : failing)(request, context);
      },
    });
    const linesAfter = async (searches: number) => {
      for (let number = 0; number < searches; number += 1) {
        await service.post(gammaSearch.path, { query: `query ${count}` }, { 'x-request-id': `id-${count}` });
      }
      return (await service.metrics.text()).split('\n').length;
    };
    const few = await linesAfter(20);
    // The first occurrence of an outcome adds the lines of a histogram.
    expect(await linesAfter(300)).toBeLessThan(few + 60);
  });
});
