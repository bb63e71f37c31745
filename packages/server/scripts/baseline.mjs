// Writes src/observe/baseline.ts: how often each field is filled on labelled real pages, for detecting layout drift.
//
//   pnpm --filter @svc/server baseline
//
// An operation without labelled pages keeps its rates; a new one gets those of its captures in fixtures/pages.
//
// The pages belong to others and are not part of this repository: they are read from ../shared/corpus beside the
// checkout, or from SVC_SHARED/corpus. Only rates are written.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPageError, operationNames, operations } from '@svc/parsers';
import { baselineFillRates, countFilled } from '../dist/index.js';

const here = dirname(fileURLToPath(import.meta.url));
const shared = resolve(process.env.SVC_SHARED ?? join(here, '..', '..', '..', '..', 'shared'));
const target = join(here, '..', 'src', 'observe', 'baseline.ts');

const rates = Object.fromEntries(
  operationNames.map((name) => {
    const labelled = pagesOf(name);
    return [
      name,
      labelled.length > 0 ? ratesOf(name, labelled) : (baselineFillRates[name] ?? ratesOf(name, capturesOf(name))),
    ];
  }),
);
writeFileSync(target, sourceOf(rates));
console.log(`written: ${target}`);

/** The mean over all pages of an operation, however many rows each page has. */
function ratesOf(operation, pages) {
  const sums = new Map();
  for (const file of pages) {
    for (const { field, total, filled } of countFilled(operation, read(operation, readFileSync(file)))) {
      const { count = 0, share = 0 } = sums.get(field) ?? {};
      sums.set(field, { count: count + 1, share: share + filled / total });
    }
  }
  return Object.fromEntries([...sums].map(([field, { count, share }]) => [field, Number((share / count).toFixed(3))]));
}

/** The labelled pages of an operation. */
function pagesOf(operation) {
  return filesIn(join(shared, 'corpus', operation.replace('.', '-')), /^[^/]+\.(?:html|txt|xml)$/);
}

function capturesOf(operation) {
  return filesIn(join(here, '..', '..', '..', 'fixtures', 'pages', operation), /\/page\.\w+$/);
}

function filesIn(folder, pattern) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
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
export const baselineFillRates: Readonly<Partial<Record<Operation, FillRates>>> = {
${lines.join('\n')}
};
`;
}
