import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads measurements stored in this folder. */
export const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Stores measurements. */
export function write(name, content) {
  writeFileSync(fileURLToPath(new URL(name, import.meta.url)), `${JSON.stringify(content, null, 2)}\n`);
}
