// Writes src/names.ts, the paths of searches and the names of engines, from the description of the API:
//
//   pnpm --filter @svc/client types
import { readFileSync, writeFileSync } from 'node:fs';

const { paths, 'x-engines': engines } = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url)));
const ids = new Map(Object.entries(paths).map(([path, { post }]) => [post?.operationId, path]));
const searches = [...ids].filter(([id]) => id !== undefined && ids.has(`parse.${id}`));
const object = (entries) => `{\n${entries.map(([name, value]) => `  ${name}: '${value}',\n`).join('')}} as const`;

writeFileSync(
  new URL('../src/names.ts', import.meta.url),
  `// Written by \`pnpm --filter @svc/client types\`.

/** The path of each search. */
export const paths = ${object(searches.map(([id, path]) => [`'${id}'`, path]))};

/** The common name of each engine. */
export const names = ${object(Object.entries(engines))};
`,
);
