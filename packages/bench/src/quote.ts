import { readFileSync, writeFileSync } from 'node:fs';

const readme = new URL('../../../README.md', import.meta.url);

/** Has the repository's README quote what the results say in short, between its two marks. */
export function quoteInReadme(results: string): void {
  const [, measured = ''] = /^Written by `pnpm bench` (.+)\.$/m.exec(results) ?? [];
  const [, short = ''] = /## In short\n\n([\s\S]+?)\n\n##/.exec(results) ?? [];
  const marked = /(<!-- speed -->\n)[\s\S]*?(\n<!-- \/speed -->)/;
  const text = readFileSync(readme, 'utf8');
  if (measured === '' || short === '' || !marked.test(text)) throw new Error('README.md has no place for the results');
  writeFileSync(
    readme,
    text.replace(marked, (_, start, end) => `${start}\nMeasured ${measured}:\n\n${short}\n${end}`),
  );
}
