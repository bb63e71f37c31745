import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../guides/', import.meta.url);

/** The order in which the guides are best read; one that is not listed comes last. */
const order = [
  'quick-start',
  'errors',
  'places',
  'proxies-and-browser',
  'inspector',
  'fixtures',
  'add-a-field',
  'add-an-engine',
  'batches',
  'several-machines',
  'deployment',
  'capacity',
];

/** The guides with their headings as titles. */
export function guideLinks(): { text: string; link: string }[] {
  const rank = (name: string) => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort((one, other) => rank(one) - rank(other))
    .map((name) => ({ text: titleOf(name), link: `/guides/${name}` }));
}

function titleOf(name: string): string {
  return /^# (.+)$/m.exec(textAt(new URL(`${name}.md`, folder)))?.[1] ?? name;
}

/** A guide may be a file of another package, which it includes. */
function textAt(file: URL): string {
  const text = readFileSync(file, 'utf8');
  const included = /<!--@include: (\S+)-->/.exec(text)?.[1];
  return included === undefined ? text : textAt(new URL(included, file));
}
