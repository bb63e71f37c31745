import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter, PageRequest, RawPage } from '../types.js';
import type { CaptureMeta } from './replay.js';

/** Whose pages are kept, and where. */
export interface RecordAdapterOptions {
  /** The adapter that gets the pages. */
  adapter: Adapter;
  /** A folder; each page gets one of its own in `<folder>/<operation>/`, as `replayAdapter` reads them. */
  folder: string;
}

/** Headers worth keeping: they say how to read the page, or what the engine made of the request. */
const keptHeaders: ReadonlySet<string> = new Set(['content-language', 'content-type', 'retry-after']);

/**
 * Gets pages by another adapter and keeps each as a folder with `page.*` and `meta.json`. A captured page may hold what
 * the engine knows of whom it answered: look through it before giving it away.
 */
export function recordAdapter({ adapter, folder }: RecordAdapterOptions): Adapter {
  let count = 0;
  const recording: Adapter = async (request, context) => {
    const page = await adapter(request, context);
    count += 1;
    await writePage(join(folder, request.operation, slugOf(request, count)), request, page);
    return page;
  };
  recording.close = () => adapter.close?.();
  return recording;
}

async function writePage(folder: string, request: PageRequest, page: RawPage): Promise<void> {
  const { operation, query, page: number } = request;
  const { url, status } = page;
  const headers = Object.fromEntries(Object.entries(page.headers).filter(([name]) => keptHeaders.has(name)));
  const captured = new Date().toISOString();
  const meta: CaptureMeta & { captured: string } = { operation, query, page: number, url, status, headers, captured };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `page.${extensionOf(page)}`), page.body);
  await writeFile(join(folder, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`);
}

/** A folder name that says the query and is like no other: time, number, words. */
function slugOf({ query, page }: PageRequest, count: number): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [time, count, ...words, `p${page}`].join('-').slice(0, 100);
}

function extensionOf({ headers }: RawPage): string {
  const type = headers['content-type'] ?? '';
  if (type.includes('html')) return 'html';
  return type.includes('json') || type.includes('javascript') ? 'json' : 'txt';
}
