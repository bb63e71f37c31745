// Writes src/observe/baseline.ts: how often each field is filled on labelled real pages, for detecting layout drift.
//
//   pnpm --filter @svc/server baseline
//
// The pages belong to others and are not part of this repository: they are read from ../shared/corpus beside the
// checkout, or from SVC_SHARED/corpus. Only rates are written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPageError, operationNames, operations } from '@svc/parsers';
import { fillingOf } from '../dist/index.js';

const here = dirname(fileURLToPath(import.meta.url));
const shared = resolve(process.env.SVC_SHARED ?? join(here, '..', '..', '..', '..', 'shared'));
const target = join(here, '..', 'src', 'observe', 'baseline.ts');

const rates = Object.fromEntries(operationNames.map((name) => [name, ratesOf(name)]));
writeFileSync(target, sourceOf(rates));
console.log(`written: ${target}`);

/** The mean over all pages of an operation, however many rows each page has. */
function ratesOf(operation) {
  const sums = new Map();
  for (const file of pagesOf(operation)) {
    for (const { field, of, filled } of fillingOf(operation, read(operation, readFileSync(file)))) {
      const { pages = 0, share = 0 } = sums.get(field) ?? {};
      sums.set(field, { pages: pages + 1, share: share + filled / of });
    }
  }
  return Object.fromEntries([...sums].map(([field, { pages, share }]) => [field, Number((share / pages).toFixed(3))]));
}

function pagesOf(operation) {
  const folder = join(shared, 'corpus', operation.replace('.', '-'));
  const pages = readdirSync(folder).filter((name) => /\.(?:html|txt|xml)$/.test(name));
  return pages.map((name) => join(folder, name));
}

/** A page without results fills no fields. */
function read(operation, body) {
  try {
    return operations[operation](body);
  } catch (error) {
    if (isPageError(error)) return {};
    throw error;
  }
}

function sourceOf(rates) {
  const lines = Object.entries(rates).map(([operation, fields]) => {
    const entries = Object.entries(fields).map(([field, rate]) => `    '${field}': ${rate},`.replace(/'(\w+)'/, '$1'));
    return `  '${operation}': {\n${entries.join('\n')}\n  },`;
  });
  return `import type { Operation } from '@svc/parsers';
import type { FillRates } from './fields.js';

/** Fill rate of each field on labelled real pages. Written by \`pnpm --filter @svc/server baseline\`. */
export const baseline: Readonly<Record<Operation, FillRates>> = {
${lines.join('\n')}
};
`;
}
