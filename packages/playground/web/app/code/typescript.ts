import { keyVariable, type Language } from './snippet.js';

/** The search in TypeScript, by the client of the service. */
export const typescript: Language = {
  id: 'typescript',
  name: 'TypeScript',
  needs: () => 'npm install @svc/client; Node.js 20.19 or later, Deno, Bun or a browser.',
  write: ({ operation, base, body, include, key }) => `import { createClient } from '@svc/client';

const svc = createClient({
  baseUrl: ${literal(base)},
  apiKey: ${key === undefined ? `process.env.${keyVariable} ?? ''` : literal(key)},
});
const answer = await svc.search(
  ${literal(operation)},
  ${indented(JSON.stringify(body, null, 2), 2)},${include.length > 0 ? `\n  { include: [${include.map(literal).join(', ')}] },` : ''}
);
console.log(JSON.stringify(answer, null, 2));`,
};

function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
