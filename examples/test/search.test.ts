import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@svc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModel } from './model.js';
import { printed, run } from './run.js';
import { type Service, startService } from './service.js';

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'svc-examples-'));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const client = () => createClient({ baseUrl: service.env.SVC_URL, apiKey: service.env.SVC_KEY });
const linksOf = (rows: readonly { link: string }[]) => rows.map(({ link }) => link);

describe('rank tracker', () => {
  const query = 'tides, how do they work';
  const place = { location: 'Lisbon,Portugal', gl: 'pt' };
  const today = new Date().toISOString().slice(0, 10);

  /** Runs the example on a list of keywords, with the ranks of earlier days. */
  async function track(domain: string, earlier?: string) {
    const [keywords, ranks] = [join(folder, 'keywords.csv'), join(folder, 'ranks.csv')];
    await writeFile(keywords, `query,location,gl\n"${query}","${place.location}",${place.gl}\nmoon,,\n`);
    if (earlier === undefined) await rm(ranks, { force: true });
    else await writeFile(ranks, `date,query,rank,link\n${earlier}\n`);
    const out = await printed(['rank-tracker/rank-tracker.mjs', keywords, ranks], { ...service.env, DOMAIN: domain });
    return { out, kept: await readFile(ranks, 'utf8') };
  }

  test('writes the rank of each keyword, and reports changes', async () => {
    const { organic_results: rows } = await client().search('alpha.search', { query, num: 20, ...place });
    const third = rows[2]!;
    expect(rows.slice(0, 2).map(({ domain }) => domain)).not.toContain(third.domain);

    const first = await track(third.domain);
    expect(first.out).toContain(`3\tnew\t${query}\t${third.link}\n`);
    expect(first.kept).toMatch(/^date,query,rank,link\n/);
    expect(first.kept).toContain(`\n${today},"${query}",3,${third.link}\n${today},moon,`);

    const second = await track(third.domain, `2026-01-01,"${query}",2,\n2026-01-02,"${query}",7,https://a.example/`);
    expect(second.out).toContain(`3\tup 4\t${query}\t`);
    expect(second.kept.match(/^date/gm)).toHaveLength(1);
  });

  test('distinguishes a lost rank from a failed search', async () => {
    const { out, kept } = await track('nobody.example', '2026-01-02,moon,1,https://a.example/');
    expect(out).toContain('-\tgone\tmoon\t\n');
    expect(kept).toContain(`\n${today},moon,,\n`);

    const list = join(folder, 'failing.csv');
    await writeFile(list, 'query\nmoon sim:captcha\n');
    const ranks = join(folder, 'failed.csv');
    const { code } = await run(['rank-tracker/rank-tracker.mjs', list, ranks], { ...service.env, DOMAIN: 'a.example' });
    expect(code).toBe(1);
    expect(await readFile(ranks, 'utf8')).toContain(`\n${today},moon sim:captcha,failed,upstream_captcha\n`);
  });
});

test('agent loop: the model calls the tool, gets a failed search as text, and answers from the results', async () => {
  const model = await startModel();
  try {
    const env = { ...service.env, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'any', MODEL: 'any' };
    const out = await printed(['agent-loop/agent-loop.mjs', 'How do tides work?'], env);
    const { organic_results: rows } = await client().search('gamma.search', { query: 'tides' });
    expect(out).toMatch(/^I read: Results for "tides"/);
    expect(out).toContain(rows[0]!.link);
    const toolMessages = model.requests.at(-1)!.messages.filter(({ role }) => role === 'tool');
    expect(toolMessages.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^The search failed: .*\(upstream_captcha\) The same call may succeed/),
      expect.stringMatching(/^Results for "tides"/),
    ]);
  } finally {
    await model.stop();
  }
});

describe('moving', () => {
  test('from Serper: both APIs return the same rows', async () => {
    const { before, after } = JSON.parse(await printed(['moving/from-serper.mjs', 'how do tides work'], service.env));
    expect(before.length).toBeGreaterThan(5);
    expect(after).toEqual(before);
  });

  test('from SearXNG: both APIs return the rows of all engines', async () => {
    const { before, after, unresponsive_engines, states } = JSON.parse(
      await printed(['moving/from-searxng.mjs', 'how do tides work'], service.env),
    );
    expect(before.length).toBeGreaterThan(10);
    expect(linksOf(after).toSorted()).toEqual(linksOf(before).toSorted());
    expect(unresponsive_engines).toEqual([]);
    expect(states).toEqual({ alpha: 'results', beta: 'results', gamma: 'results' });
  });

  test.each(['moving/from-serper.mjs', 'moving/from-searxng.mjs'])('%s fails with an unknown key', async (file) => {
    const { code, err } = await run([file], { ...service.env, SVC_KEY: 'nobody-knows-this-key' });
    expect([code, err]).toEqual([1, expect.stringMatching(/Error: .*(?:key|Unauthorized)/i)]);
  });
});
