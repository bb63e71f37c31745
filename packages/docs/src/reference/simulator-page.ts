import { code, table } from './markdown.js';

/** What the simulated engines can be made to do, and how to tell that they are simulated. */
export function simulatorPage(words: readonly { word: string; meaning: string }[]): string {
  return `# Simulated engines

\`npm start\` and \`SVC_ADAPTER=simulated\` ask no engine: a simulator plays them on the same machine, with made-up pages. Every
answer then has the header \`X-Simulated: true\`. A word in a query makes the engine misbehave, so that you see how the service
tells you, as in \`{"query": "espresso sim:captcha"}\`:

${table(
  ['Word', 'What the engine then sends'],
  words.map(({ word, meaning }) => [code(word), meaning]),
)}`;
}
