import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads measurements stored in this folder. */
export const readMeasurements = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Stores measurements. */
export function writeMeasurements(name, content) {
  writeFileSync(fileURLToPath(new URL(name, import.meta.url)), `${JSON.stringify(content, null, 2)}\n`);
}
