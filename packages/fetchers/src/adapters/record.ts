import { captureWriter } from '../captures.js';
import type { Adapter } from '../types.js';

/** Whose pages are kept, and where. */
export interface RecordAdapterOptions {
  /** The adapter that gets the pages. */
  adapter: Adapter;
  /** A folder; each page gets one of its own in `<folder>/<operation>/`, as `replayAdapter` reads them. */
  folder: string;
}

/**
 * Gets pages by another adapter and keeps each as a folder with `page.*` and `meta.json`. A captured page may hold what
 * the engine knows of whom it answered: look through it before giving it away.
 */
export function recordAdapter({ adapter, folder }: RecordAdapterOptions): Adapter {
  const write = captureWriter(folder);
  const recording: Adapter = async (request, context) => {
    const page = await adapter(request, context);
    await write(request, page);
    return page;
  };
  recording.close = () => adapter.close?.();
  return recording;
}
