import { describe, expect, test } from 'vitest';
import { blocksBetweenRows, blocksOf, row, section } from '../../support/alpha-blocks.js';

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

test('the answer follows its question if the control names no element', () => {
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

test('tabs unfold answers too', () => {
  const html = section(
    (item('a', 'What is perry?') + item('b', 'Who drinks it?')).replaceAll('role="button"', 'role="tab"'),
  );
  expect(blocksBetweenRows(html).people_also_ask).toEqual([
    { question: 'What is perry?' },
    { question: 'Who drinks it?' },
  ]);
});

test('things to know are topics, and no questions', () => {
  const topic = (id: string, name: string): string =>
    item(id, `<span>${name}</span><span>. </span><span>What is it?</span>`);
  expect(blocksBetweenRows(section(topic('a', 'Perry') + topic('b', 'Cider'))).people_also_ask).toEqual([]);
});

test('a search for the question is no answer, nor is another question', () => {
  const search = '<div>Search for: <a href="/search?q=What+is+perry%3F">What is perry?</a></div>';
  expect(
    blocksBetweenRows(section(item('a', 'What is perry?', search) + item('b', 'Who drinks it?'))).people_also_ask[0],
  ).toEqual({
    question: 'What is perry?',
  });
  const bare = (question: string): string => `<div><div role="button" aria-expanded="false">${question}</div></div>`;
  expect(blocksBetweenRows(section(bare('What is perry?') + bare('Who drinks it?'))).people_also_ask).toEqual([
    { question: 'What is perry?' },
    { question: 'Who drinks it?' },
  ]);
});

test('a generated answer, and a quoted one whose source has its address above a heading around its link', () => {
  const card = '<li><a href="https://perry.example/"></a><div>All about perry</div><div>Perry</div></li>';
  const generated = `<div data-mcp="17"><div aria-hidden="true">Overview</div><div data-attrid="SrpGenSumSummary"><div>Perry is a drink made of pears.</div><ul>${card}</ul></div></div>`;
  const quoted =
    '<div>Those who like pears more than apples.</div><cite>https://who.example › perry</cite><h3><a href="https://who.example/perry">Who drinks perry</a></h3>';
  expect(
    blocksBetweenRows(
      `<div data-initq="pears">${section(item('a', 'What is perry?', generated) + item('b', 'Who drinks it?', quoted))}</div>`,
    ).people_also_ask,
  ).toEqual([
    {
      question: 'What is perry?',
      answer: 'Perry is a drink made of pears.',
      source: { title: 'All about perry', link: 'https://perry.example/' },
    },
    {
      question: 'Who drinks it?',
      answer: 'Those who like pears more than apples.',
      source: { title: 'Who drinks perry', link: 'https://who.example/perry' },
    },
  ]);
});

test('on a page without roles, questions come first in the element that collapses their answers; those within a row do not count', () => {
  const accordion = (question: string): string =>
    `<g-accordion-expander><div><div>${question}</div></div><div><div>Pears are ripe when their neck is soft.</div></div></g-accordion-expander>`;
  const list = `<div>${accordion('Is it ripe?')}${accordion('Is it sweet?')}${accordion('More about trees')}</div>`;
  const own = accordion('Do you sell trees?');
  const { people_also_ask } = blocksOf(row('first') + list + row('last', own));
  expect(people_also_ask).toEqual([
    { question: 'Is it ripe?', answer: 'Pears are ripe when their neck is soft.' },
    { question: 'Is it sweet?', answer: 'Pears are ripe when their neck is soft.' },
  ]);
});

describe('a collapsed text', () => {
  const folded = (text: string, more = ''): string =>
    `<div ${more}><div role="button" aria-expanded="false">${text}</div></div>`;
  test.each<[string, string, number]>([
    ['that is marked as a question is one', folded('When it ripens', 'data-q="When it ripens"'), 1],
    ['that is marked as another is none', folded('When it ripens', 'data-q="When"'), 0],
    ['in a section is one if half of them ask', section(folded('Is it ripe?') + folded('When it ripens')), 2],
    ['in a section is none if fewer do', section(folded('Is it ripe?') + folded('When') + folded('Where')), 0],
    ['in a section is none if none does', section(folded('When')), 0],
    ['is one once', section(folded('Is it ripe?').repeat(2)), 1],
    [
      'that is a topic is none',
      section(folded('<span>Ripe</span><span>.</span> <span>Is it ripe?</span>').repeat(2)),
      0,
    ],
  ])('%s', (_, html, count) => {
    expect(blocksBetweenRows(html).people_also_ask).toHaveLength(count);
  });
});
