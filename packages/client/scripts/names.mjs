// Writes src/names.ts, which contains the paths of searches, and the names and parameters of engines, and
// src/block-types.ts, which exports the types of blocks and their items, from the description of the API:
//
//   pnpm --filter @svc/client types
import { readFileSync, writeFileSync } from 'node:fs';

const {
  paths,
  components,
  'x-engines': engines,
} = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url)));
const ids = new Map(Object.entries(paths).map(([path, { post }]) => [post?.operationId, path]));
const searches = [...ids].filter(([id]) => id !== undefined && ids.has(`parse.${id}`));
const object = (entries) => `{\n${entries.map(([name, value]) => `  ${name}: ${value},\n`).join('')}} as const`;
const quoted = (text) => `'${text}'`;

/** The parameters of an engine's web search that tools have under one name for all engines. */
function toolParametersOf(engine) {
  const body = paths[ids.get(`${engine}.search`)].post.requestBody.content['application/json'].schema;
  const { properties } = components.schemas[body.$ref.split('/').at(-1)];
  return ['location', 'tbs', 'freshness'].filter((name) => name in properties);
}

writeFileSync(
  new URL('../src/names.ts', import.meta.url),
  `// Written by \`pnpm --filter @svc/client types\`.

/** The path of each search. */
export const pathsByOperation = ${object(searches.map(([id, path]) => [quoted(id), quoted(path)]))};

/** The common name of each engine. */
export const namesByEngine = ${object(Object.entries(engines).map(([engine, name]) => [engine, quoted(name)]))};

/** The parameters of each engine's web search that tools have under one name for all engines. */
export const toolParametersByEngine = ${object(
    Object.keys(engines).map((engine) => [engine, `[${toolParametersOf(engine).map(quoted).join(', ')}]`]),
  )};
`,
);

/** Adds the schemas that a part of the description refers to, directly or through others. */
function addSchemasIn(part, found = new Set()) {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    addSchemasIn(components.schemas[name], found);
  }
  return found;
}

const blocks = Object.entries(components.schemas).filter(([name]) => /^(?:[A-Z]\w+)?Blocks$/.test(name));
const blockTypes = new Set([...blocks.map(([name]) => name), ...addSchemasIn(blocks)]);
writeFileSync(
  new URL('../src/block-types.ts', import.meta.url),
  `// Written by \`pnpm --filter @svc/client types\`.
export type {\n${[...blockTypes]
    .toSorted()
    .map((name) => `  ${name},\n`)
    .join('')}} from './api.js';
`,
);
