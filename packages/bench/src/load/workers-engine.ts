import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '@svc/fetchers';
import { makeServedPages } from './served-pages.js';

const pages = makeServedPages(64);

/** An engine that answers from memory after a delay. */
const engine: Adapter = async ({ url, query }) => {
  await sleep(100);
  const body = pages.get(query) ?? new Uint8Array();
  return { url, status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
};
export default engine;
