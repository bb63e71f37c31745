import { scrubbed } from '../captures/scrub.js';
import { captureWriter } from '../captures/writer.js';
import type { Adapter } from '../types.js';

/** Whose pages are kept, and where. */
export interface RecordAdapterOptions {
  /** The adapter that gets the pages. */
  adapter: Adapter;
  /** A folder; each page gets one of its own in `<folder>/<operation>/`, as `replayAdapter` reads them. */
  folder: string;
  /** Secrets that the adapter sends by itself, such as the key of a service; those of the session are known. @default none */
  secrets?: readonly string[];
  /** Called for a page that could not be kept. Its message may hold words of the query. @default nobody is */
  onFault?: (error: unknown) => void;
}

/**
 * Gets pages by another adapter and keeps each as a folder with `page.*` and `meta.json`, under what was asked. What reveals
 * who fetched it is replaced: every secret of the session, the proxy, the addresses and `secrets`, in every encoding in which
 * it may stand there, network and e-mail addresses. The page may still name
 * people: look through it before giving it away. A fetch neither waits for the disk nor fails by it; `close` waits.
 */
export function recordAdapter({ adapter, folder, secrets = [], onFault = () => {} }: RecordAdapterOptions): Adapter {
  const write = captureWriter(folder);
  const writing = new Set<Promise<void>>();
  const recording: Adapter = async (request, context) => {
    const page = await adapter(request, context);
    const { session } = context;
    const kept = scrubbed({ page, request, session }, secrets)
      .then((clean) => write(clean.request, clean.page, { session }))
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
