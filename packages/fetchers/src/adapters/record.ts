import { scrubbed } from '../captures/scrub.js';
import { captureWriter } from '../captures/writer.js';
import type { Adapter } from '../types.js';

/** Whose pages are kept, and where. */
export interface RecordAdapterOptions {
  /** The adapter that gets the pages. */
  adapter: Adapter;
  /** A folder; each page gets one of its own in `<folder>/<operation>/`, as `replayAdapter` reads them. */
  folder: string;
  /** Told of a page that could not be kept. Its message may hold words of the query. @default nobody is */
  onFault?: (error: unknown) => void;
}

/**
 * Gets pages by another adapter and keeps each as a folder with `page.*` and `meta.json`, under what was asked. What tells
 * who fetched it is replaced: cookies of the session, the proxy, network and e-mail addresses. The page may still name
 * people: look through it before giving it away. A fetch neither waits for the disk nor fails by it; `close` waits.
 */
export function recordAdapter({ adapter, folder, onFault = () => {} }: RecordAdapterOptions): Adapter {
  const write = captureWriter(folder);
  const writing = new Set<Promise<void>>();
  const recording: Adapter = async (request, context) => {
    const page = await adapter(request, context);
    const { session } = context;
    const kept = scrubbed(page, request, session)
      .then((clean) => write(request, clean, { session }))
      .catch(onFault)
      .finally(() => writing.delete(kept));
    writing.add(kept);
    return page;
  };
  if (adapter.supportsProfile) recording.supportsProfile = (profile) => adapter.supportsProfile?.(profile) ?? true;
  recording.close = async () => {
    await adapter.close?.();
    await Promise.all(writing);
  };
  return recording;
}
