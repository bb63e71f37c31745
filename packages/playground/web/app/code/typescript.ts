import { keyVariable, type Language } from './snippet.js';

/** The search in TypeScript, with nothing but what Node.js, Deno, Bun and browsers have. */
export const typescript: Language = {
  id: 'typescript',
  name: 'TypeScript',
  needs: 'Node.js 18 or later, Deno or Bun; nothing to install.',
  write: ({ url, body, key }) => `const response = await fetch(${literal(url)}, {
  method: 'POST',
  headers: {
    'x-api-key': ${key === undefined ? `process.env.${keyVariable} ?? ''` : literal(key)},
    'content-type': 'application/json',
  },
  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)}),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`);
${shown(url)}`,
};

function shown(url: string): string {
  return url.includes('/autocomplete')
    ? 'for (const { value } of answer.suggestions) console.log(value);'
    : 'for (const { position, title, link } of answer.organic_results) console.log(position, title, link);';
}

function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
