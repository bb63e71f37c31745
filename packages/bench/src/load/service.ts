import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '@svc/fetchers';
import { operations } from '@svc/parsers';
import { readConfig, startService } from '@svc/server';
import type { Alone, Order, Report } from './orders.js';
import { hostilePages, makeServedPages, type ServedPages } from './served-pages.js';

/**
 * The process that is loaded: the service, on a port of its own, with an engine that answers from memory after so many
 * milliseconds. The load comes from the process that has started it, which it tells what it is asked.
 */
const [engineDelay = 0, pageCount = 1] = process.argv.slice(2).map(Number);
const pages = makeServedPages(pageCount);
const hostile = hostilePages();

readAlone(pages, 2_000); // until it is compiled
const service = await startService(readConfig(process.env), { adapter: engine() });
tell({ ready: { address: service.address, queries: [...pages.keys()] } });

process.on('message', (order: Order) => {
  if (order === 'read') tell({ alone: readAlone(pages, 2_000) });
  if (order === 'usage') tell({ usage: { cpu: cpuTime(), ...process.memoryUsage() } });
  if (order === 'collect') globalThis.gc?.();
  if (order === 'stop') service.stop().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));

function tell(report: Report): void {
  process.send?.(report);
}

/** Milliseconds of processor that this process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function engine(): Adapter {
  let turn = 0;
  return async ({ url, query }) => {
    await sleep(engineDelay);
    const body = pages.get(query) ?? hostile[turn++ % hostile.length] ?? new Uint8Array();
    return { url, status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
  };
}

/** Reads the pages one after the other for some milliseconds, and does nothing else. */
function readAlone(all: ServedPages, milliseconds: number): Alone {
  const entries = [...all];
  const parse = (index: number) => {
    const [query, page] = entries[index % entries.length] ?? ['', new Uint8Array()];
    const contentType = 'text/html; charset=UTF-8';
    return operations['alpha.search'](page, { query, page: 1, truncated: true, contentType });
  };
  const [start, cpu] = [performance.now(), cpuTime()];
  let count = 0;
  while (performance.now() - start < milliseconds) parse(count++);
  return { pages: count, wall: performance.now() - start, cpu: cpuTime() - cpu };
}
