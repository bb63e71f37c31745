import { callBack } from '../callback.js';
import { createPageCleaner } from '../captures/page-cleaner.js';
import { captureWriter } from '../captures/writer.js';
import type { Adapter } from '../types.js';

/** Options of `recordAdapter`. */
export interface RecordAdapterOptions {
  /** The adapter that fetches the pages. */
  adapter: Adapter;
  /** The folder to write to. Each page gets a folder in `<folder>/<operation>/`, in the format of `replayAdapter`. */
  folder: string;
  /** Secrets that the adapter itself sends, such as an API key, in addition to those of the session. @default none */
  secrets?: readonly string[];
  /** Called if a page could not be written. The error's message may contain words of the query. @default ignored */
  onFault?: (error: unknown) => void;
}

/**
 * Fetches pages with another adapter and records each in a folder with `page.*` and `meta.json`. Whatever identifies the client is
 * replaced: secrets of the session, the proxy, the addresses and `secrets`, in every encoding; IP addresses; e-mail addresses. A
 * page may still contain personal names, so review it before publishing. Fetches do not wait for the disk; `close` does.
 */
export function recordAdapter({ adapter, folder, secrets = [], onFault = () => {} }: RecordAdapterOptions): Adapter {
  const write = captureWriter(folder);
  const writing = new Set<Promise<void>>();
  const cleaner = createPageCleaner(secrets);
  const fetchPage = cleaner.watch(adapter);
  const recording: Adapter = async (request, context) => {
    const page = await fetchPage(request, context);
    const kept = cleaner
      .clean(request, page)
      .then((clean) => write(clean.request, clean.page, { session: context.session }))
      .catch((error: unknown) => callBack('onFault', () => onFault(error)))
      .finally(() => writing.delete(kept));
    writing.add(kept);
    return page;
  };
  if (fetchPage.supportsProfile) recording.supportsProfile = fetchPage.supportsProfile;
  recording.close = async () => {
    await fetchPage.close?.();
    await Promise.all(writing);
  };
  return recording;
}
