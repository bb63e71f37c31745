import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = new URL('../RESULTS.md', import.meta.url);

/** Draws charts of its contents. */
const charts = new URL('../../docs/scripts/charts.mjs', import.meta.url);

/** Parts of `RESULTS.md` in order, each written by its own command. */
const names = ['reading', 'load', 'workers', 'soak'] as const;

type Name = (typeof names)[number];

/** Writes one part of `RESULTS.md`, keeps the others, and redraws the charts. */
export function writeSection(name: Name, text: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = names.flatMap((one) => (one === name ? marked(one, text.trim()) : kept(old, one)));
  writeFileSync(file, `${sections.join('\n\n')}\n`);
  execFileSync(process.execPath, [fileURLToPath(charts)], { stdio: 'inherit' });
}

function kept(old: string, name: Name): string[] {
  const [, text] = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)\n<!-- /${name} -->`).exec(old) ?? [];
  return text === undefined ? [] : [marked(name, text)];
}

function marked(name: Name, text: string): string {
  return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
}
