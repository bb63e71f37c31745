import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../measure.js';
import { closedLoop, createCaller } from './caller.js';
import { startLoaded } from './loaded.js';

/** Milliseconds of processor. */
export interface Overhead {
  /** Of a page read alone, and of a search over HTTP from end to end. */
  readonly page: number;
  readonly search: number;
  /** Of a bare Fastify server that gets the same page with got and sends the same JSON. */
  readonly plain: number;
  /** What a search costs beyond reading, of what the bare server costs. */
  readonly share: number;
}

const engineDelay = 20;
const pages = 64;
const callers = 16;
const rounds = 5;

/** Searches of each until what they run through is compiled. */
const compiling = 3_000;

/** Measures what a search costs beyond reading its page: the service, the bare server and reading alone take turns. */
export async function measureOverhead(seconds: number): Promise<Overhead> {
  const engine = fork(new URL('./page-engine.js', import.meta.url), [`${engineDelay}`, `${pages}`]);
  const [origin] = (await once(engine, 'message')) as [string];
  const env = { SVC_ADAPTER: 'http', SVC_GATEWAY: origin, SVC_CPU_BACKLOG: '0' };
  const loaded = await startLoaded({ engineDelay, pages, env });
  const caller = createCaller(loaded);
  const costOf = async (send: () => Promise<number>) => {
    const { cpu } = await loaded.usage();
    const answers = await closedLoop(send, { callers, seconds });
    const failed = answers.filter(({ status }) => status !== 200).length;
    if (failed > 0) throw new Error(`${failed} of ${answers.length} requests failed`);
    return ((await loaded.usage()).cpu - cpu) / answers.length;
  };
  const measured: Omit<Overhead, 'share'>[] = [];
  try {
    for (const send of [() => caller.search(), () => caller.bare()])
      await closedLoop(send, { callers, most: compiling });
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
