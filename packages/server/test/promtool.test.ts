import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FetchError } from '@svc/fetchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typical } from './helpers/captures.js';
import { gammaSearch } from './helpers/operations.js';
import { testService } from './helpers/service.js';

const rules = fileURLToPath(new URL('../observability/prometheus-alerts.yml', import.meta.url));

/** In the Debian package `prometheus`. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) console.warn('SKIPPED: promtool is not on the path, so it did not check alert rules and metrics');

const folder = mkdtempSync(join(tmpdir(), 'svc-promtool-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs promtool; returns its output and exit code. */
function promtool(args: readonly string[], input = ''): { output: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { output: stdout + stderr, code: status };
}

/** Series by name, in the notation of promtool: `0+1x60` is 0, 1, 2 … 60, a minute apart. */
type Series = Readonly<Record<string, string>>;

/** A service, and for how many minutes it runs. */
interface Case {
  name: string;
  minutes: number;
  series: Series;
}

/**
 * The alerts that fire at any time in each case, by its name: one process for several, as each reads the rules anew.
 *
 * @param every how often the rules are evaluated, such as `1m`
 */
function firingIn(cases: readonly Case[], every: string): Record<string, string[]> {
  const file = join(folder, 'rules-test.json');
  const tests = cases.map(({ name, minutes, series }) => {
    const firing = `count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${minutes}m]))`;
    const expr = `label_replace(${firing}, "case", "${name}", "", "")`; // the output names no test
    const input_series = Object.entries(series).map(([series, values]) => ({ series, values }));
    return { interval: '1m', input_series, promql_expr_test: [{ expr, eval_time: `${minutes}m`, exp_samples: [] }] };
  });
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: every, tests }));
  const { output, code } = promtool(['test', 'rules', file]);
  const fired = [...output.matchAll(/\{alertname=\\?"(\w+)\\?", case=\\?"(\w+)\\?"\}/g)];
  if (code !== 0 && fired.length === 0) throw new Error(output); // the file itself is invalid
  const alertsIn = (name: string) => fired.flatMap(([, alert = '', of]) => (of === name ? [alert] : []));
  return Object.fromEntries(cases.map(({ name }) => [name, [...new Set(alertsIn(name))].sort()]));
}

/** The alert on fields looks back six hours and waits for one; the others need at most one hour. */
const minutesOf = (alert: string): number => (alert === 'SvcFieldDrift' ? 450 : 120);

/** A healthy service, for which no alert may fire. */
const healthy: Series = {
  'http_server_request_duration_seconds_count{status="200"}': '0+60x460',
  'svc_searches_total{operation="alpha.search",outcome="found"}': '0+95x460',
  'svc_searches_total{operation="alpha.search",outcome="upstream_captcha"}': '0+5x460',
  'svc_engine_answers_total{engine="alpha",state="usable"}': '0+90x460',
  'svc_engine_answers_total{engine="alpha",state="captcha"}': '0+10x460',
  'svc_circuit_state{engine="alpha"}': '0x460',
  'svc_engine_unavailable_seconds{engine="alpha"}': '0x460',
  'svc_redis_up{instance="a:8080"}': '1x60 0 1x399',
  'svc_proxy_cooling_seconds{engine="alpha",proxy="a"}': '60x460',
  'svc_proxy_cooling_seconds{engine="alpha",proxy="b"}': '0x460',
  'svc_retry_budget_spent{engine="alpha"}': '2x460',
  'svc_retry_budget_allowed{engine="alpha"}': '20x460',
  'svc_queue_wait_seconds_bucket{engine="alpha",le="0.1"}': '0+100x460',
  'svc_queue_wait_seconds_bucket{engine="alpha",le="10"}': '0+100x460',
  'svc_queue_wait_seconds_bucket{engine="alpha",le="+Inf"}': '0+100x460',
  'svc_field_fill_baseline{operation="alpha.search",field="title"}': '1x460',
  'svc_fields_total{operation="alpha.search",field="title"}': '0+100x460',
  'svc_fields_filled_total{operation="alpha.search",field="title"}': '0+99x460',
  'svc_unrecognised_layouts_total{operation="alpha.search",fingerprint="0a1b2c3d"}': '3x460',
  'svc_parse_duration_seconds_bucket{operation="alpha.search",le="0.1"}': '0+100x460',
  'svc_parse_duration_seconds_bucket{operation="alpha.search",le="5"}': '0+100x460',
  'svc_parse_duration_seconds_bucket{operation="alpha.search",le="+Inf"}': '0+100x460',
  nodejs_eventloop_lag_p99_seconds: '0.03x460',
  'svc_refusals_total{code="overloaded"}': '0+1x460',
  'svc_refusals_total{code="rate_limited"}': '0+600x460',
  'svc_batch_lines_total{status="200"}': '0+100x460',
  'svc_webhook_failures_total{reason="ECONNREFUSED"}': '3x460',
  'svc_redis_reply_seconds{instance="b:8080"}': '0.002x460',
  'svc_workers_replaced_total{reason="ended"}': '1x460',
  'svc_clock_offset_seconds{instance="b:8080"}': '0.4x460',
  'svc_body_bytes{instance="b:8080"}': '1e7x460',
  'nodejs_heap_size_used_bytes{instance="b:8080"}': '3e8x460',
  'svc_heap_limit_bytes{instance="b:8080"}': '2e9x460',
};

const faults: readonly [alert: string, series: Series][] = [
  ['SvcErrors', { 'http_server_request_duration_seconds_count{status="500"}': '0+1x460' }],
  ['SvcSearchesFail', { 'svc_searches_total{operation="alpha.search",outcome="upstream_captcha"}': '0+50x460' }],
  ['SvcEngineRefuses', { 'svc_engine_answers_total{engine="alpha",state="captcha"}': '0+60x460' }],
  ['SvcCircuitOpen', { 'svc_circuit_state{engine="alpha"}': '2x460' }],
  ['SvcKeyShutOut', { 'svc_searches_total{operation="alpha.search",outcome="circuit_open"}': '0+6x460' }],
  ['SvcEngineUnavailable', { 'svc_engine_unavailable_seconds{engine="alpha"}': '40x460' }],
  ['SvcRedisAway', { 'svc_redis_up{instance="b:8080"}': '1x60 0x400' }],
  ['SvcProxiesCooling', { 'svc_proxy_cooling_seconds{engine="alpha",proxy="b"}': '30x460' }],
  ['SvcRetryBudgetSpent', { 'svc_retry_budget_spent{engine="alpha"}': '19x460' }],
  ['SvcQueueWait', { 'svc_queue_wait_seconds_bucket{engine="alpha",le="0.1"}': '0+10x460' }],
  ['SvcStaleKeys', { 'svc_keys_stale{instance="b:8080"}': '0x60 1x400' }],
  ['SvcFieldDrift', { 'svc_fields_filled_total{operation="alpha.search",field="title"}': '0+60x460' }],
  [
    'SvcUnknownLayout',
    { 'svc_unrecognised_layouts_total{operation="alpha.search",fingerprint="0a1b2c3d"}': '0+1x460' },
  ],
  ['SvcSlowReading', { 'svc_parse_duration_seconds_bucket{operation="alpha.search",le="0.1"}': '0+50x460' }],
  ['SvcRedisSlow', { 'svc_redis_reply_seconds{instance="b:8080"}': '0.3x460' }],
  ['SvcWorkersReplaced', { 'svc_workers_replaced_total{reason="frozen"}': '0+1x460' }],
  ['SvcFault', { 'svc_faults_total{fault="page_not_kept"}': '0+1x460' }],
  ['SvcClock', { 'svc_clock_offset_seconds{instance="b:8080"}': '-7x460' }],
  ['SvcJobsPaused', { 'svc_jobs_paused{reason="disk_full"}': '1x460' }],
  ['SvcJobDamaged', { svc_jobs_damaged_total: '0+1x460' }],
  ['SvcEventLoopDelay', { nodejs_eventloop_lag_p99_seconds: '0.4x460' }],
  ['SvcRefusals', { 'svc_refusals_total{code="overloaded"}': '0+120x460' }],
  ['SvcBatchLinesFail', { 'svc_batch_lines_total{status="503"}': '0+200x460' }],
  ['SvcWebhooksFail', { 'svc_webhook_failures_total{reason="ECONNREFUSED"}': '0+1x460' }],
  ['SvcBodyBytes', { 'svc_body_bytes{instance="b:8080"}': '2.2e8x460' }],
  ['SvcMemory', { 'nodejs_heap_size_used_bytes{instance="b:8080"}': '1.9e9x460' }],
];

describe.skipIf(!hasPromtool)('promtool', () => {
  test('accepts the alert rules, and rejects broken ones', () => {
    const { output, code } = promtool(['check', 'rules', rules]);
    expect([code, output]).toEqual([0, expect.stringContaining(`SUCCESS: ${faults.length} rules found`)]);
    const broken = join(folder, 'broken.yml');
    writeFileSync(broken, 'groups: [{ name: a, rules: [{ alert: A, expr: "rate(svc_searches_total) >" }] }]');
    expect(promtool(['check', 'rules', broken]).code).not.toBe(0);
  });

  let firing: Record<string, string[]>;
  beforeAll(() => {
    const faulty = faults.map(([name, series]) => ({
      name,
      minutes: minutesOf(name),
      series: { ...healthy, ...series },
    }));
    // Faults last for hours, so evaluations further apart see them too, in a fifth of the time. The healthy service has
    // no Redis for one minute, which only evaluations as frequent as its series see.
    const healthyOnes = firingIn([{ name: 'healthy', minutes: 450, series: healthy }], '1m');
    firing = { ...healthyOnes, ...firingIn(faulty, '5m') };
  });

  test('fires no alert for a healthy service', () => {
    expect(firing.healthy).toEqual([]);
  });

  test.each(faults)('fires %s, and no other alert, for its fault', (alert) => {
    expect(firing[alert]).toEqual([alert]);
  });

  test('accepts the names, types and help of the metrics', async () => {
    const { adapter } = typical(gammaSearch);
    let count = 0;
    const service = testService({
      env: { SVC_CIRCUIT_FAILURES: '0' },
      adapter: async (request, context) => {
        count += 1;
        if (count % 2 === 0) throw new FetchError('network', 'gone');
        return adapter(request, context);
      },
    });
    for (const query of ['a', 'b', 'c']) await service.post(gammaSearch.path, { query });
    const { output, code } = promtool(['check', 'metrics'], await service.metrics.text());
    // The library for the Node.js metrics names some gauges like counters, which we cannot change.
    const ours = output.split('\n').filter((line) => !/^(?:nodejs|process)_/.test(line) && line !== '');
    expect([ours, code === 0 || code === 3]).toEqual([[], true]);
    expect(promtool(['check', 'metrics'], 'svc_things 1\n').output).toContain('svc_things');
    await service.app.close();
  });
});
