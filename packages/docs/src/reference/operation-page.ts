import { requestExamples } from './examples/examples.js';
import { fieldTable, limits, typeName } from './fields.js';
import { code, fence, json, table } from './markdown.js';
import {
  type Answer,
  type Endpoint,
  exampleOf,
  type Media,
  type Parameter,
  resolve,
  type Schema,
  type Spec,
} from './spec.js';

/** The page of one operation: what it takes, gives and refuses, with the same request in several languages. */
export function operationPage(endpoint: Endpoint, spec: Spec): string {
  const { method, path, operation } = endpoint;
  const answers = Object.entries(operation.responses).map(([status, answer]) => ({ status, ...resolve(answer, spec) }));
  const isGood = ({ status }: { status: string }) => status.startsWith('2');
  const sections = [
    `---\nkeywords: ${[operation.operationId, ...(operation.tags ?? [])].join(' ').replaceAll('.', ' ')}\n---`,
    `# ${operation.summary}`,
    code(`${method.toUpperCase()} ${path}`),
    operation.description ?? '',
    `## Request\n\n${requestExamples(endpoint)}`,
    bodySection(Object.values(operation.requestBody?.content ?? {})[0]?.schema, spec),
    parameterSection(operation.parameters ?? []),
    ...answers.filter(isGood).map((answer) => answerSection(answer, spec)),
    errorSection(answers.filter((answer) => !isGood(answer))),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function bodySection(schema: Schema | undefined, spec: Spec): string {
  const { properties, required = [] } = resolve(schema ?? {}, spec);
  if (!properties) return '';
  const rows = Object.entries(properties).map(([name, field]) => [
    code(name),
    typeName(field),
    meaning(field, { isRequired: required.includes(name) }),
  ]);
  return `## Body\n\n${table(['Field', 'Type', 'Meaning'], rows)}`;
}

function parameterSection(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, description, required = false, schema }) => [
    code(name),
    place,
    typeName(schema),
    meaning({ ...schema, ...(description !== undefined && { description }) }, { isRequired: required }),
  ]);
  return `## Parameters\n\n${table(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

function meaning(schema: Schema, { isRequired }: { isRequired: boolean }): string {
  const { description = '', deprecated = false } = schema;
  return [isRequired ? '**Required.**' : '', deprecated ? '**Deprecated.**' : '', description, limits(schema)]
    .filter(Boolean)
    .join(' ');
}

function answerSection(answer: Answer & { status: string }, spec: Spec): string {
  const media = Object.entries(answer.content ?? {});
  return [
    `## Answer ${answer.status}`,
    answer.description,
    ...media.map(([type, { schema }]) => bodyTable(type, resolve(schema ?? {}, spec))),
    headerTable(answer, spec),
    ...media.map(([type, body]) => exampleSection(type, body)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function bodyTable(type: string, schema: Schema): string {
  return schema.properties ? fieldTable(schema) : `The body is ${code(type)}.`;
}

function headerTable({ headers = {} }: Answer, spec: Spec): string {
  const rows = Object.entries(headers).map(([name, header]) => [code(name), resolve(header, spec).description ?? '']);
  return rows.length > 0 ? `### Headers\n\n${table(['Header', 'Meaning'], rows)}` : '';
}

function exampleSection(type: string, media: Media): string {
  const shown = exampleOf(media);
  if (shown === undefined) return '';
  const block = typeof shown === 'string' ? fence('', shown.trim()) : fence('json', json(shown));
  return `### Example: ${type}\n\n${block}`;
}

function errorSection(answers: readonly (Answer & { status: string })[]): string {
  const rows = answers.map(({ status, description }) => [status, description]);
  if (rows.length === 0) return '';
  return `## Errors\n\n${table(['Status', 'Codes'], rows)}\n\n[What to do about each](../guides/errors.md)`;
}
