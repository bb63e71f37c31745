import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../RESULTS.md', import.meta.url);

/** Parts of `RESULTS.md`, in their order, each written by a command of its own. */
const names = ['reading', 'load', 'workers', 'soak'] as const;

type Name = (typeof names)[number];

/** Writes one part of `RESULTS.md` and keeps the others. */
export function writeSection(name: Name, text: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = names.flatMap((one) => (one === name ? marked(one, text.trim()) : kept(old, one)));
  writeFileSync(file, `${sections.join('\n\n')}\n`);
}

function kept(old: string, name: Name): string[] {
  const [, text] = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)\n<!-- /${name} -->`).exec(old) ?? [];
  return text === undefined ? [] : [marked(name, text)];
}

function marked(name: Name, text: string): string {
  return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
}
