import { readFileSync } from 'node:fs';
import { codeFence, formatJson, inlineCode } from './fields.js';
import { type ReferencePage, referencePages } from './pages.js';
import type { OpenApiSpec } from './spec.js';

/** A page generated from the API description: its location and its Markdown. */
interface RenderedPage {
  /** Path below the folder of the pages, without its extension. */
  path: string;
  markdown: string;
}

/**
 * All generated pages: the reference, and one page per error. They are written as files so that the search can index
 * them.
 */
export function allReferencePages(spec: OpenApiSpec): RenderedPage[] {
  return [
    ...referencePages(spec).map(({ slug, markdown }) => ({ path: `reference/${slug}`, markdown })),
    ...errorPages(spec).map(({ slug, markdown }) => ({ path: `errors/${slug}`, markdown })),
  ];
}

/** The advice for an error code in the guide. */
interface Advice {
  /** Page state that causes the error, if any. */
  state: string | undefined;
  status: number;
  todo: string;
}

const guide = new URL('../../guides/errors.md', import.meta.url);

/** One page per error code, to which error responses link. Throws for a code without advice. */
export function errorPages(spec: OpenApiSpec): ReferencePage[] {
  const codes = (spec.components.schemas.Problem?.properties?.code?.enum ?? []).map(String);
  const advice = adviceIn(readFileSync(guide, 'utf8'));
  return codes.map((name) => {
    const found = advice.get(name);
    if (found === undefined)
      throw new Error(`guides/errors.md has no row for ${name}: run pnpm --filter @svc/server errors`);
    return { slug: name, title: name, group: 'Errors', markdown: errorPage(name, found, exampleOf(spec, name)) };
  });
}

/** The example of an error code in the API description. */
function exampleOf({ components: { responses = {} } }: OpenApiSpec, name: string): unknown {
  const examples = Object.values(responses).flatMap(({ content = {} }) =>
    Object.values(content).flatMap((media) => Object.entries(media.examples ?? {})),
  );
  const [, found] = examples.find(([code]) => code === name) ?? [];
  if (found === undefined) throw new Error(`openapi.json has no example of ${name}`);
  return found.value;
}

/** Rows of the guide's two tables: page states with their codes, and codes with their statuses. */
function adviceIn(markdown: string): Map<string, Advice> {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
  const found = new Map<string, Advice>();
  for (const [name = '', second = '', third = '', fourth] of rows) {
    const named = /^`(\w+)`$/.exec(third)?.[1];
    if (fourth !== undefined && named !== undefined) {
      if (!found.has(named)) found.set(named, { state: bare(name), status: 502, todo: fourth });
    } else if (/^\d{3}$/.test(second)) {
      found.set(bare(name), { state: found.get(bare(name))?.state, status: Number(second), todo: third });
    }
  }
  return found;
}

function bare(name: string): string {
  return name.replaceAll('`', '');
}

function errorPage(name: string, { state, status, todo }: Advice, example: unknown): string {
  return [
    `---\nkeywords: error code ${status} ${name.replaceAll('_', ' ')} ${state ?? ''} ${name}\n---`,
    `# ${name}`,
    `Status ${status}.${state === undefined ? '' : ` The engine sent a page of the state ${inlineCode(state)}.`}`,
    `## What to do\n\n${onPage(todo)}.`,
    state === undefined ? '' : `Step by step: [${state}: what now?](${stepsOf(state)}).`,
    '## Example',
    codeFence('json', formatJson(example)),
    `${inlineCode('code')} is stable; branch on it. Use ${inlineCode('request_id')} to find the request in the log and in traces.`,
    '[All error codes](../guides/errors.md)',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Adapts links of the guide to a page beside it. */
function onPage(text: string): string {
  return text.replace(/\]\((?!\.\.\/)([\w-]+\.md)/g, '](../guides/$1').replace(/\.$/, '');
}

const steps: Readonly<Record<string, string>> = {
  rate_limited: 'blocked-rate-limited-forbidden-what-now',
  forbidden: 'blocked-rate-limited-forbidden-what-now',
};

function stepsOf(state: string): string {
  return `../guides/page-states.md#${steps[state] ?? `${state.replaceAll('_', '-')}-what-now`}`;
}
