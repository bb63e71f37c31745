import { simulatorWords } from '@svc/fixtures';
import { fieldTable, typeName } from './fields.js';
import { code, table } from './markdown.js';
import { operationPage } from './operation-page.js';
import { endpointsOf, type Schema, type Spec } from './spec.js';

/** A page of the reference, as the site's router and its sidebar want it. */
export interface ReferencePage {
  /** The last part of its address. */
  slug: string;
  title: string;
  /** The group that it is listed in. */
  group: string;
  markdown: string;
}

/** The reference as pages: one per operation, and one of the types. */
export function referencePages(spec: Spec): ReferencePage[] {
  const operations = endpointsOf(spec).map((endpoint) => ({
    slug: endpoint.operation.operationId.replaceAll('.', '-').toLowerCase(),
    title: endpoint.operation.operationId,
    group: endpoint.operation.tags?.[0] ?? 'API',
    markdown: operationPage(endpoint, spec),
  }));
  return [
    ...operations,
    { slug: 'types', title: 'Types', group: 'More', markdown: typesPage(spec) },
    { slug: 'simulator', title: 'Simulated engines', group: 'More', markdown: simulatorPage(simulatorWords) },
  ];
}

/** What the simulated engines can be made to do, and how to tell that they are simulated. */
function simulatorPage(words: readonly { word: string; meaning: string }[]): string {
  return `# Simulated engines

\`npm start\` and \`SVC_ADAPTER=simulated\` ask no engine: a simulator plays them on the same machine, with made-up pages. Every
answer then has the header \`X-Simulated: true\`. A word in a query makes the engine misbehave, so that you see how the service
tells you, as in \`{"query": "espresso sim:captcha"}\`:

${table(
  ['Word', 'What the engine then sends'],
  words.map(({ word, meaning }) => [code(word), meaning]),
)}`;
}

/** Every named type of the API, one section each. */
function typesPage({ components }: Spec): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => section(name, schema));
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties));
  const keywords = [...new Set(fields)].filter((name) => name.includes('_')).join(' ');
  return [`---\nkeywords: type types field fields response ${keywords}\n---`, '# Types', ...sections].join('\n\n');
}

function section(name: string, schema: Schema): string {
  const body = schema.properties ? fieldTable(schema) : typeName(schema);
  return [`## ${name}`, schema.description ?? '', body].filter(Boolean).join('\n\n');
}
