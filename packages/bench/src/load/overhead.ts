import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../measure.js';
import { createLoadCaller, runClosedLoop } from './caller.js';
import { startLoadedService } from './loaded.js';

/** In CPU milliseconds. */
export interface SearchOverhead {
  /** Of parsing a page alone, and of a search over HTTP from end to end. */
  readonly page: number;
  readonly search: number;
  /** Of a plain Fastify server that fetches the same page with got and sends the same JSON. */
  readonly plain: number;
  /** Cost of a search without parsing, relative to the plain server. */
  readonly share: number;
}

const engineDelay = 20;
const pages = 64;
const callers = 16;
const rounds = 5;

/** Searches on each server before measuring, so that the code is compiled. */
const compiling = 3_000;

/**
 * Measures what a search costs in addition to parsing, alternating between the service, the plain server and parsing
 * alone.
 */
export async function measureOverhead(seconds: number): Promise<SearchOverhead> {
  const engine = fork(new URL('./page-engine.js', import.meta.url), [`${engineDelay}`, `${pages}`]);
  const [origin] = (await once(engine, 'message')) as [string];
  const env = { SVC_ADAPTER: 'http', SVC_GATEWAY: origin, SVC_CPU_BACKLOG: '0' };
  const loaded = await startLoadedService({ engineDelay, pages, env });
  const caller = createLoadCaller(loaded);
  const costOf = async (send: () => Promise<number>) => {
    const { cpu } = await loaded.usage();
    const answers = await runClosedLoop(send, { callers, seconds });
    const failed = answers.filter(({ status }) => status !== 200).length;
    if (failed > 0) throw new Error(`${failed} of ${answers.length} requests failed`);
    return ((await loaded.usage()).cpu - cpu) / answers.length;
  };
  const measured: Omit<SearchOverhead, 'share'>[] = [];
  try {
    for (const send of [() => caller.search(), () => caller.bare()])
      await runClosedLoop(send, { callers, max: compiling });
    for (let round = 0; round < rounds; round += 1) {
      const alone = await loaded.readAlone();
      const search = await costOf(() => caller.search());
      measured.push({ page: alone.cpu / alone.pages, search, plain: await costOf(() => caller.bare()) });
    }
  } finally {
    caller.close();
    await loaded.stop();
    engine.disconnect();
  }
  return {
    page: median(measured.map(({ page }) => page)),
    search: median(measured.map(({ search }) => search)),
    plain: median(measured.map(({ plain }) => plain)),
    share: median(measured.map(({ page, search, plain }) => (search - page) / plain)),
  };
}
