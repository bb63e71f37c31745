import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What was measured and is kept beside this file. */
export const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Keeps it. */
export function write(name, content) {
  writeFileSync(fileURLToPath(new URL(name, import.meta.url)), `${JSON.stringify(content, null, 2)}\n`);
}
