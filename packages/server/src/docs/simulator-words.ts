import { escapeHtml } from './html.js';

/** A word that makes a simulated engine misbehave, as `sim:captcha` in a query. */
export interface SimulatorWord {
  readonly word: string;
  /** What the engine then sends. */
  readonly meaning: string;
}

/** The words as markup, under the notice that no engine is asked; '' where none is simulated. */
export function wordList(words: readonly SimulatorWord[]): string {
  if (words.length === 0) return '';
  const rows = words.map(
    ({ word, meaning }) => `<tr><td><code>${escapeHtml(word)}</code></td><td>${escapeHtml(meaning)}</td></tr>`,
  );
  return `<h2 id="simulated">Simulated engines</h2>
<p>This service is simulated: its answers are made up on the machine that it runs on, and no engine is asked. A word in a query makes
its engine misbehave, so that you see how the service tells you:</p>
<table><tr><th>Word</th><th>What the engine then sends</th></tr>${rows.join('')}</table>`;
}
