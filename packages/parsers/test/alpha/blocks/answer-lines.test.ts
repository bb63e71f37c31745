import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const text = 'Pears are ripe when their neck gives way to a gentle press of the thumb.';
const answer = `<div>${text}</div>`;
const letters = (length: number): string => 'x'.repeat(length);

const label = 'Send it to those who like pear'; // 30 letters

/** The text of an overview with only the given content, without a title. */
const textOf = (html: string): string | undefined =>
  blocksOf(`<div data-mcp="18">${html}</div>${row('first')}`).ai_overview?.text;

const card = (n: number): string =>
  `<li><a href="https://s${n}.example/" aria-label="Pears ${n}"></a><div>Pears ${n}</div><div>What pears are, told in a line.</div><div>Site ${n}</div></li>`;
const cards = `<ul>${card(1)}${card(2)}</ul>`;

test.each<[string, string, string]>([
  ['below a heading of its own', `<h3>Signs of pears</h3>${answer}`, `Signs of pears ${text}`],
  [
    'above its title, in another element',
    `<p>Words of pears.</p><div><h2>AI Overview</h2>${answer}</div>`,
    `Words of pears. AI Overview ${text}`,
  ],
  ['below its source cards', `${cards}${answer}`, text],
  ['above its source cards, in one line', `${answer}${cards}<div>An experiment.</div>`, text],
  [
    'in a long text that screen readers skip, beside a button',
    `${answer}<div><button>More</button><div aria-hidden="true">${label}s</div></div>`,
    `${text} ${label}s`,
  ],
  [
    'except a short text that screen readers skip, beside a button',
    `${answer}<div><button>More</button><div aria-hidden="true">${label}</div></div>`,
    text,
  ],
  ['except a short text that the keyboard reaches', `${answer}<div tabindex="0">${letters(30)}</div>`, text],
  [
    'in a long text that the keyboard reaches',
    `${answer}<div tabindex="0">${letters(31)}</div>`,
    `${text} ${letters(31)}`,
  ],
  [
    'in a short text that has a role',
    `${answer}<div tabindex="0" role="note">${letters(30)}</div>`,
    `${text} ${letters(30)}`,
  ],
])('reads an answer %s', (_, html, expected) => {
  expect(textOf(html)).toBe(expected);
});

const code = '<pre>pick(pear);</pre>';
const framed = (above: string, below: string): string => `<div><div>${above}</div>${code}<div>${below}</div></div>`;

test.each<[string, string, string]>([
  ['a label of 60 letters', `${answer}${framed(letters(60), 'Use it.')}`, `${text} pick(pear);`],
  ['no label of 61 letters', `${answer}${framed(letters(61), 'Use it.')}`, `${text} ${letters(61)} pick(pear);`],
  ['no sentence before it', `${answer}<div>Do:</div>${code}`, `${text} Do: pick(pear);`],
  [
    'no sentence after it at the end',
    `${answer}${code}<div>Good.</div><div>Better.</div>`,
    `${text} pick(pear); Good. Better.`,
  ],
  ['no sentence after it', `${code}<div>Good.</div><div>Better.</div>${answer}`, `pick(pear); Good. Better. ${text}`],
  [
    'the warning below code at the start',
    `<div>${code}<div>Use with care.</div></div>${answer}`,
    `pick(pear); ${text}`,
  ],
])('leaves out of an answer with code %s', (_, html, expected) => {
  expect(textOf(html)).toBe(expected);
});
