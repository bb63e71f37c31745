import { simulatorWords } from '@svc/fixtures';
import { requestExamples } from './examples.js';
import { codeFence, fieldTable, formatJson, inlineCode, limitsText, markdownTable, schemaTypeName } from './fields.js';
import {
  type Endpoint,
  endpointsOf,
  type MediaType,
  mediaTypeExample,
  type OpenApiSpec,
  type Parameter,
  resolveRef,
  type Schema,
  type SpecResponse,
} from './spec.js';

/** A page of the reference, for the router and the sidebar. */
export interface ReferencePage {
  /** The last segment of its path. */
  slug: string;
  title: string;
  /** The group in which it is listed. */
  group: string;
  markdown: string;
}

/** The pages of the reference: one per operation, and one for the types. */
export function referencePages(spec: OpenApiSpec): ReferencePage[] {
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

/** The features of simulated engines, and how to recognise them. */
function simulatorPage(words: readonly { word: string; meaning: string }[]): string {
  return `# Simulated engines

\`npm start\` and \`SVC_ADAPTER=simulated\` query no engine: they are simulated on the same machine, with generated pages. Every
response has the header \`X-Simulated: true\`. A word in a query makes the engine misbehave, so you can see how the service
reports it, for example \`{"query": "espresso sim:captcha"}\`. Any other word that begins with \`sim:\` is an error that suggests the
nearest of these:

${markdownTable(
  ['Word', 'What the engine does'],
  words.map(({ word, meaning }) => [inlineCode(word), meaning]),
)}`;
}

/** A section for every named type of the API. */
function typesPage({ components }: OpenApiSpec): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => section(name, schema));
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties));
  const keywords = [...new Set(fields)].filter((name) => name.includes('_')).join(' ');
  return [`---\nkeywords: type types field fields response ${keywords}\n---`, '# Types', ...sections].join('\n\n');
}

function section(name: string, schema: Schema): string {
  const body = schema.properties ? fieldTable(schema) : schemaTypeName(schema);
  return [`## ${name}`, schema.description ?? '', body].filter(Boolean).join('\n\n');
}

/** The page of an operation: parameters, response and errors, with an example request in several languages. */
function operationPage(endpoint: Endpoint, spec: OpenApiSpec): string {
  const { method, path, operation } = endpoint;
  const answers = Object.entries(operation.responses).map(([status, answer]) => ({
    status,
    ...resolveRef(answer, spec),
  }));
  const isGood = ({ status }: { status: string }) => status.startsWith('2');
  const sections = [
    `---\nkeywords: ${[operation.operationId, ...(operation.tags ?? [])].join(' ').replaceAll('.', ' ')}\n---`,
    `# ${withCommonName(operation.summary, spec)}`,
    inlineCode(`${method.toUpperCase()} ${path}`),
    operation.description ?? '',
    `## Request\n\n${requestExamples(endpoint)}`,
    bodySection(Object.values(operation.requestBody?.content ?? {})[0]?.schema, spec),
    parameterSection(operation.parameters ?? []),
    ...answers.filter(isGood).map((answer) => answerSection(answer, spec)),
    errorSection(answers.filter((answer) => !isGood(answer))),
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** `Web search, engine beta (Bing)`: people search for the common name. */
function withCommonName(summary: string, { 'x-engines': names }: OpenApiSpec): string {
  return summary.replace(/\bengine (\w+)/, (said, engine: string) => {
    const name = names[engine];
    return name === undefined ? said : `${said} (${name})`;
  });
}

function bodySection(schema: Schema | undefined, spec: OpenApiSpec): string {
  const { properties, required = [] } = resolveRef(schema ?? {}, spec);
  if (!properties) return '';
  const rows = Object.entries(properties).map(([name, field]) => [
    inlineCode(name),
    schemaTypeName(field),
    meaning(field, { isRequired: required.includes(name) }),
  ]);
  return `## Body\n\n${markdownTable(['Field', 'Type', 'Meaning'], rows)}`;
}

function parameterSection(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, description, required = false, schema }) => [
    inlineCode(name),
    place,
    schemaTypeName(schema),
    meaning({ ...schema, ...(description !== undefined && { description }) }, { isRequired: required }),
  ]);
  return `## Parameters\n\n${markdownTable(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

function meaning(schema: Schema, { isRequired }: { isRequired: boolean }): string {
  const { description = '', deprecated = false } = schema;
  return [isRequired ? '**Required.**' : '', deprecated ? '**Deprecated.**' : '', description, limitsText(schema)]
    .filter(Boolean)
    .join(' ');
}

function answerSection(answer: SpecResponse & { status: string }, spec: OpenApiSpec): string {
  const media = Object.entries(answer.content ?? {});
  return [
    `## Response ${answer.status}`,
    answer.description,
    ...media.map(([type, { schema }]) => bodyTable(type, resolveRef(schema ?? {}, spec))),
    headerTable(answer, spec),
    ...media.map(([type, body]) => exampleSection(type, body)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function bodyTable(type: string, schema: Schema): string {
  return schema.properties ? fieldTable(schema) : `The body is ${inlineCode(type)}.`;
}

function headerTable({ headers = {} }: SpecResponse, spec: OpenApiSpec): string {
  const rows = Object.entries(headers).map(([name, header]) => [
    inlineCode(name),
    resolveRef(header, spec).description ?? '',
  ]);
  return rows.length > 0 ? `### Headers\n\n${markdownTable(['Header', 'Meaning'], rows)}` : '';
}

function exampleSection(type: string, media: MediaType): string {
  const shown = mediaTypeExample(media);
  if (shown === undefined) return '';
  const block = typeof shown === 'string' ? codeFence('', shown.trim()) : codeFence('json', formatJson(shown));
  return `### Example: ${type}\n\n${block}`;
}

function errorSection(answers: readonly (SpecResponse & { status: string })[]): string {
  const rows = answers.map(({ status, description }) => [status, description]);
  if (rows.length === 0) return '';
  return `## Errors\n\n${markdownTable(['Status', 'Codes'], rows)}\n\n[What to do about each error](../guides/errors.md)`;
}
