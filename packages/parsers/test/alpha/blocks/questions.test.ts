import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

const source =
  '<a href="https://answers.example/perry"><h3>All about perry</h3><cite>https://answers.example</cite></a>';
const item = (id: string, question: string, answer = ''): string =>
  `<div><div role="button" aria-expanded="false" aria-controls="${id}"><span>${question}</span></div><div id="${id}">${answer}</div></div>`;

test('questions with the answer and the source that the page holds', () => {
  const answer = `<div>Perry is a drink made of pears.</div><div>${source}</div><a href="/search?q=what+is+perry">What is perry?</a>`;
  const { people_also_ask: questions } = blocksBetweenRows(
    `<div data-initq="pears">${section(item('a', 'What is perry?', answer) + item('b', 'Who drinks it?'))}</div>`,
  );
  expect(questions).toEqual([
    {
      question: 'What is perry?',
      answer: 'Perry is a drink made of pears.',
      source: { title: 'All about perry', link: 'https://answers.example/perry' },
    },
    { question: 'Who drinks it?' },
  ]);
});

test('the answer stands after its question where the control names none', () => {
  const html =
    '<div data-q="What is perry?"><div><div role="button" aria-expanded="false">What is perry?</div></div><div>Perry is a drink made of pears.</div></div>';
  expect(blocksBetweenRows(html).people_also_ask).toEqual([
    { question: 'What is perry?', answer: 'Perry is a drink made of pears.' },
  ]);
});

test('questions that the page marks need no section', () => {
  const html = `<div data-q="What is perry?">${item('a', 'What is perry?')}</div>`;
  expect(blocksBetweenRows(html).people_also_ask).toEqual([{ question: 'What is perry?' }]);
});

test('folded texts that ask nothing are no questions', () => {
  const html = section(item('a', 'Colours') + item('b', 'Taste') + item('c', 'Is it ripe?'));
  expect(blocksBetweenRows(html).people_also_ask).toEqual([]);
});
