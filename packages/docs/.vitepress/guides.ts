import { readFileSync } from 'node:fs';

const folder = new URL('../guides/', import.meta.url);

/** The guides in recommended reading order, by purpose. */
const groups: readonly { text: string; names: readonly string[] }[] = [
  { text: 'Start', names: ['quick-start', 'page-states', 'errors', 'places'] },
  {
    text: 'Tasks',
    names: ['embedding', 'python', 'rank-tracking', 'batches', 'agents', 'moving', 'dialects', 'examples'],
  },
  { text: 'Keep it right', names: ['inspector', 'fixtures', 'add-a-field', 'add-an-engine'] },
  {
    text: 'Operate',
    names: [
      'deployment',
      'configuration',
      'metrics',
      'proxies-and-browser',
      'costs',
      'several-machines',
      'shared-state',
      'capacity',
    ],
  },
];

/** A group of the sidebar. */
interface Group {
  text: string;
  items: { text: string; link: string }[];
}

/** The guides, with their headings as titles. */
export function guideGroups(): Group[] {
  return groups.map(({ text, names }) => ({
    text,
    items: names.map((name) => ({ text: titleOf(name), link: `/guides/${name}` })),
  }));
}

function titleOf(name: string): string {
  return /^# (.+)$/m.exec(textAt(new URL(`${name}.md`, folder)))?.[1] ?? name;
}

/** A guide may include a file of another package. */
function textAt(file: URL): string {
  const text = readFileSync(file, 'utf8');
  const included = /<!--@include: (\S+)-->/.exec(text)?.[1];
  return included === undefined ? text : textAt(new URL(included, file));
}
