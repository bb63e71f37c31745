// Adds the operations, engines and extras of openapi.json that READMEs and the overview of the API do not list yet.
//
//   pnpm --filter @svc/server openapi && pnpm --filter @svc/server listings
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const description = JSON.parse(readFileSync(new URL('packages/server/openapi.json', root)));
const { paths, components, 'x-engines': engines } = description;
const endpoints = Object.entries(paths).map(([path, { post }]) => ({
  path,
  name: post?.operationId,
  summary: post?.summary,
}));
const names = new Set(endpoints.map(({ name }) => name));
const searches = endpoints.filter(({ name }) => names.has(`parse.${name}`));

/** Fields of an answer that no parser returns, and `diagnostics`, which the README describes for all parsers. */
const serviceFields = new Set(['search_parameters', 'extracted', 'diagnostics']);

const pascal = (name) => name.replace(/(?:^|\.)([a-z])/g, (_, letter) => letter.toUpperCase());
const slug = (name) => name.replace('.', '-');
const kindOf = ({ summary }) => summary.split(',')[0];
const engineOf = ({ name }) => name.split('.', 1)[0];
const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1);
const engineRows = Object.entries(engines).map(([engine, name]) => {
  const own = searches.filter((search) => search.name.startsWith(`${engine}.`));
  return [`| \`${engine}\` `, `| ${name} | ${own.map((search) => `\`${search.name}\``).join(' ')} |`];
});

addRows('README.md', /^\| name +\| engine/, engineRows);
addRows('README.md', /^\| path +\| operation/, [
  ...searches.map((search) => [`| \`${search.path}\` `, `| ${lowerFirst(kindOf(search))} on ${engineOf(search)} |`]),
]);
addRows('packages/docs/api.md', /^\| Name +\| Engine/, [
  ...Object.entries(engines).map(([engine, name]) => [`| \`${engine}\` `, `| ${name} |`]),
]);
addRows('packages/docs/api.md', /^\| Path +\| What/, [
  ...searches.map((search) => [
    `| \`POST ${search.path}\` `,
    `| [${kindOf(search)}](reference/${slug(search.name)}.md) |`,
  ]),
  ...searches.map(({ name }) => [
    `| \`POST /api/v1/parse/${name}\` `,
    `| [Parses a page that you fetched](reference/parse-${slug(name)}.md) |`,
  ]),
]);
addRows('packages/server/README.md', /^\| Path +\| Operation/, [
  ...searches.map(({ path, name, summary }) => [`| \`POST ${path}\` `, `| \`${name}\` | ${summary} |`]),
]);
addRows('packages/parsers/README.md', /^\| function +\| page/, [
  ...searches.map((search) => [
    `| \`parse${pascal(search.name)}(body, options?)\` `,
    `| ${engines[engineOf(search)]}, ${lowerFirst(kindOf(search))} | ${fieldsOf(search)} |`,
  ]),
]);

const extras = extrasOf('/api/v1/batch');
addRows(
  'packages/server/README.md',
  /^\| Name +\| Adds/,
  extras.map(([name, adds]) => [`| \`${name}\` `, `| ${lowerFirst(adds)} |`]),
);
addRows(
  'packages/docs/api.md',
  /^\| Word +\| Adds/,
  extras.map(([name, adds]) => [`| \`${name}\` `, `| ${adds} |`]),
);
addRows(
  'packages/parsers/README.md',
  /^\| option +\| meaning/,
  extrasOf('/api/v1/parse/auto').map(([name, adds]) => [`| \`${name}\` `, `| adds ${lowerFirst(adds)} | \`false\` |`]),
);

/** The name of each extra that a path offers, and what it adds. */
function extrasOf(path) {
  const { description } = paths[path].post.parameters.find(({ name }) => name === 'include');
  return [...description.matchAll(/^- `(\w+)`: (.*?)\.?$/gm)].map(([, name, adds]) => [name, adds]);
}

/** The fields of the parser's result, as `pagination` and `blocks?`: the answer without what the service adds to it. */
function fieldsOf({ name }) {
  const { $ref } = paths[`/api/v1/parse/${name}`].post.responses[200].content['application/json'].schema;
  const { properties, required } = components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  const shown = Object.keys(properties).filter((field) => !serviceFields.has(field));
  return shown.map((field) => `\`${field}${required.includes(field) ? '' : '?'}\``).join(' ');
}

/** Adds each missing row, given as its beginning and its rest, after the row before it. */
function addRows(path, head, rows) {
  const file = new URL(path, root);
  const lines = readFileSync(file, 'utf8').split('\n');
  let place = lines.findIndex((line) => head.test(line)) + 1;
  if (place === 0) throw new Error(`${path} has no table with the head ${head}`);
  for (const [start, rest] of rows) {
    const listed = lines.findIndex((line) => line.startsWith(start));
    if (listed < 0) lines.splice(place + 1, 0, start + rest);
    place = listed < 0 ? place + 1 : listed;
  }
  writeFileSync(file, lines.join('\n'));
}
