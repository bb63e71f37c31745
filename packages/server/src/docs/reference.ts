import { z } from 'zod';
import type { Endpoint } from '../endpoints/endpoint.js';
import { extraNames } from '../endpoints/extras.js';
import { pageExtras, pageQuery } from '../endpoints/given-page.js';
import type { Lookup } from '../endpoints/lookups.js';
import { errorKinds } from '../errors/kinds.js';
import { pageLimit } from '../http/page-body.js';
import { escapeHtml, type HtmlPage, htmlPage } from './html.js';
import { type SimulatorWord, wordList } from './simulator-words.js';

/** Everything that can be asked, with parameters, answers and errors, from the schemas that requests are checked with. */
export function referencePage(
  endpoints: readonly Endpoint[],
  lookups: readonly Lookup[],
  words: readonly SimulatorWord[],
): HtmlPage {
  const body = `
<p>Every path below <code>/api/v1</code> needs a key in the header <code>x-api-key</code>. Searches take a JSON body and
<code>?include=</code> with any of ${extraNames.map(code).join(', ')}. For programs: <a href="openapi.json">openapi.json</a>.</p>
${endpoints.map(endpointSection).join('')}
${pagesSection(endpoints)}
${lookups.map(lookupSection).join('')}
<h2>Errors</h2>
${table(['Status', 'Code', 'Meaning', 'Retryable'], errorRows())}
${wordList(words)}`;
  return htmlPage({ title: 'svc: API reference', body });
}

function endpointSection({ name, path, summary, request, response, deprecated, ...rules }: Endpoint): string {
  const notes = [
    ...rules.exclusive.map(([one, other]) => `${code(one)} and ${code(other)} exclude each other.`),
    ...rules.together.map(([one, other]) => `${code(one)} and ${code(other)} go together.`),
    ...deprecated.map((parameter) => `${code(parameter)} is deprecated.`),
  ];
  return `<h2 id="${escapeHtml(name)}">${escapeHtml(summary)}</h2>
<p><code>POST ${escapeHtml(path)}</code> ${notes.join(' ')}</p>
${parameterTable(request)}${answerDetails(response)}`;
}

function pagesSection(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(({ page, summary }) => [code(`POST ${page.path}`), escapeHtml(summary)]);
  return `<h2 id="parse">Pages that you have fetched</h2>
<p>The body is the page, as it came and with its <code>Content-Type</code>, at most ${pageLimit / 1024 / 1024} MiB; nothing is fetched.
Answers are those of the search, with any of ${pageExtras.map(code).join(', ')} as <code>?include=</code>.</p>
${table(['Path', 'Page'], rows)}${parameterTable(pageQuery.object)}`;
}

function lookupSection({ path, summary, query, response }: Lookup): string {
  return `<h2>${escapeHtml(summary)}</h2>
<p><code>GET ${escapeHtml(path)}</code></p>
${Object.keys(query).length > 0 ? parameterTable(z.strictObject(query)) : ''}${answerDetails(response)}`;
}

function parameterTable(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema);
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description = '', ...schema } = typeof property === 'object' ? property : {};
    return [code(name), typesOf(schema).join(' or '), required.includes(name) ? 'required' : '', prose(description)];
  });
  return table(['Parameter', 'Type', '', 'Meaning'], rows);
}

/** Names of the types of JSON that a value may have. */
function typesOf({ type = [], anyOf = [] }: Pick<z.core.JSONSchema.BaseSchema, 'type' | 'anyOf'>): string[] {
  const others = anyOf.flatMap((choice) => typesOf(choice));
  return [...new Set([...[type].flat(), ...others])];
}

function answerDetails(schema: z.ZodType): string {
  const { $schema: _, ...shown } = z.toJSONSchema(schema);
  return `<details><summary>Schema of the answer</summary><pre>${escapeHtml(JSON.stringify(shown, null, 2))}</pre></details>`;
}

function errorRows(): string[][] {
  return Object.entries(errorKinds).map(([name, { status, title, retryable }]) => [
    `${status}`,
    code(name),
    escapeHtml(title),
    retryable ? 'yes' : 'no',
  ]);
}

/** A table of cells that are markup. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${line(heads, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

/** Text with code in backticks, as markup. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}
