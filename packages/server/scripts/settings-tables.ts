import { settingsBySubject } from '../src/config/settings.js';

/** A guide with a table of the settings of each subject below its heading, with the texts of `svc serve --help`. */
export function withSettings(guide: string): string {
  const subjects = Object.keys(settingsBySubject);
  const [intro = '', ...sections] = guide.split(/^(?=## )/m);
  const named = sections.map((section) => /^## (.+)$/m.exec(section)?.[1] ?? '');
  if (named.join() !== subjects.join())
    throw new Error(`The guide has the subjects ${named.join(', ')}; those of the settings are ${subjects.join(', ')}`);
  return [intro, ...sections.map((section, index) => withTable(section, subjects[index] ?? ''))].join('');
}

function withTable(section: string, subject: string): string {
  const rows = Object.values(settingsBySubject[subject] ?? {}).map(({ name, fallback, description }) => [
    code(name),
    code(fallback),
    description,
  ]);
  const table = aligned([['Variable', 'Default', 'What it does'], ...rows]);
  return section.replace(
    /<!-- settings -->[\s\S]*<!-- \/settings -->/,
    () => `<!-- settings -->\n\n${table}\n\n<!-- /settings -->`,
  );
}

/** A table with aligned columns. */
function aligned(rows: readonly string[][]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [rows[0] ?? [], rule, ...rows.slice(1)];
  return lines
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
