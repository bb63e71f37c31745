import { describe, expect, test } from 'vitest';
import { blocksBetweenRows, blocksOf, row, section } from '../../support/alpha-blocks.js';

const source =
  '<a href="https://answers.example/perry"><h3>All about perry</h3><cite>https://answers.example</cite></a>';
const item = (id: string, question: string, answer = ''): string =>
  `<div><div role="button" aria-expanded="false" aria-controls="${id}"><span>${question}</span></div><div id="${id}">${answer}</div></div>`;

test('reads questions with their answer and source', () => {
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

test('reads the answer after the question if the button has no aria-controls', () => {
  const html =
    '<div data-q="What is perry?"><div><div role="button" aria-expanded="false">What is perry?</div></div><div>Perry is a drink made of pears.</div></div>';
  expect(blocksBetweenRows(html).people_also_ask).toEqual([
    { question: 'What is perry?', answer: 'Perry is a drink made of pears.' },
  ]);
});

test('reads questions with an attribute outside a section', () => {
  const html = `<div data-q="What is perry?">${item('a', 'What is perry?')}</div>`;
  expect(blocksBetweenRows(html).people_also_ask).toEqual([{ question: 'What is perry?' }]);
});

test('reads no videos from the answers of questions, even on pages without roles', () => {
  const asked = (n: number): string =>
    `<div data-q="What is pear ${n}?"><div>What is pear ${n}?</div><div data-surl="https://site${n}.example/v">Pear ${n}<div>1:0${n}</div></div></div>`;
  const { people_also_ask: questions, videos } = blocksBetweenRows(section(asked(1) + asked(2)));
  expect(questions.map(({ question }) => question)).toEqual(['What is pear 1?', 'What is pear 2?']);
  expect(videos).toEqual([]);
});

test('takes no heading that folds its section for a question', () => {
  const folding = '<button aria-expanded="true">People also ask</button>';
  const html = section(item('a', 'What is perry?') + item('b', 'Who drinks it?'), folding);
  expect(blocksBetweenRows(html).people_also_ask.map(({ question }) => question)).toEqual([
    'What is perry?',
    'Who drinks it?',
  ]);
});

test('takes no link that searches for a question in an answer for one beside marked questions', () => {
  const more = '<p>Is cider perry?</p><a href="/search?q=Is+cider+perry%3F">More results</a>';
  const html = `<div data-q="What is perry?"><span>What is perry?</span></div><div>${more}</div>`;
  expect(blocksBetweenRows(html).people_also_ask).toEqual([{ question: 'What is perry?' }]);
});

test('takes no question without a role for the answer to the one before', () => {
  const questions = ['What is perry?', 'Who drinks perry in summer?'];
  const html = `<div>${questions.map((question) => `<div data-q="${question}"><span>${question}</span></div>`).join('')}</div>`;
  expect(blocksBetweenRows(html).people_also_ask).toEqual(questions.map((question) => ({ question })));
});

test('ignores collapsed texts that are not questions', () => {
  const html = section(item('a', 'Colours') + item('b', 'Taste') + item('c', 'Is it ripe?'));
  expect(blocksBetweenRows(html).people_also_ask).toEqual([]);
});

test('reads questions in tabs', () => {
  const html = section(
    (item('a', 'What is perry?') + item('b', 'Who drinks it?')).replaceAll('role="button"', 'role="tab"'),
  );
  expect(blocksBetweenRows(html).people_also_ask).toEqual([
    { question: 'What is perry?' },
    { question: 'Who drinks it?' },
  ]);
});

test('does not read topics as questions', () => {
  const topic = (id: string, name: string): string =>
    item(id, `<span>${name}</span><span>. </span><span>What is it?</span>`);
  expect(blocksBetweenRows(section(topic('a', 'Perry') + topic('b', 'Cider'))).people_also_ask).toEqual([]);
});

test('does not read a search link or another question as the answer', () => {
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

test('reads a generated answer and a quoted answer whose source is in a heading', () => {
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

test('reads questions in accordions without roles, but not those within a row', () => {
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
  const collapsed = (text: string, more = ''): string =>
    `<div ${more}><div role="button" aria-expanded="false">${text}</div></div>`;
  test.each<[string, string, number]>([
    ['with its text in a question attribute is a question', collapsed('When it ripens', 'data-q="When it ripens"'), 1],
    ['with another text in a question attribute is not a question', collapsed('When it ripens', 'data-q="When"'), 0],
    [
      'in a section is a question if half of the texts are questions',
      section(`${collapsed('Is it ripe?')}${collapsed('When it ripens')}<p>In autumn.</p>`),
      2,
    ],
    [
      'in a section is not a question if it is not written as one and unfolds nothing',
      section(collapsed('Is it ripe?') + collapsed('Show more')),
      1,
    ],
    [
      'in a section is not a question if fewer texts are questions',
      section(collapsed('Is it ripe?') + collapsed('When') + collapsed('Where')),
      0,
    ],
    ['in a section is not a question if no text is a question', section(collapsed('When')), 0],
    ['is read once if it is repeated', section(collapsed('Is it ripe?').repeat(2)), 1],
    [
      'that is a topic is not a question',
      section(collapsed('<span>Ripe</span><span>.</span> <span>Is it ripe?</span>').repeat(2)),
      0,
    ],
  ])('%s', (_, html, count) => {
    expect(blocksBetweenRows(html).people_also_ask).toHaveLength(count);
  });
});

describe('questions that unfold', () => {
  const answer = 'Perry is a drink made of pears.';
  const first = { question: 'What is perry?', answer };

  test('by buttons without a role', () => {
    const items = item('a', 'What is perry?', answer) + item('b', 'Who drinks it?');
    const named = items.replaceAll(/<div role="button"(.*?)<\/div>/g, '<button$1</button>');
    expect(blocksBetweenRows(section(named)).people_also_ask).toEqual([first, { question: 'Who drinks it?' }]);
  });

  test('by summaries, of which some fold other parts', () => {
    const folded = (question: string, inside: string): string =>
      `<details><summary>${question}</summary><div>${inside}</div></details>`;
    const more = folded('Show more', folded('Who drinks it?', answer));
    expect(blocksBetweenRows(section(folded('What is perry?', answer) + more)).people_also_ask).toEqual([
      first,
      { question: 'Who drinks it?', answer },
    ]);
  });
});

test('reads expanded questions without a mark by the link that searches for each', () => {
  const expanded = (question: string, host: string) =>
    `<div><span><div>${question}</div></span><div><div>Perry is a drink made of pears.</div>
    <a href="/url?q=https://${host}/perry&sa=U"><div>All about perry</div><div>${host} › perry</div></a>
    <div><a href="/search?q=${encodeURIComponent(question)}">More results</a></div></div></div>`;
  const asked = ['What is perry?', 'Who drinks perry in summer?'];
  const html = section(asked.map((question) => expanded(question, 'answers.example')).join(''));
  expect(blocksBetweenRows(html).people_also_ask).toEqual(
    asked.map((question) => ({
      question,
      answer: 'Perry is a drink made of pears.',
      source: { title: 'All about perry', link: 'https://answers.example/perry' },
    })),
  );
  const menu = '<button aria-expanded="false">About this part of the page</button>';
  expect(blocksBetweenRows(menu + html).people_also_ask.map(({ question }) => question)).toEqual(asked);
  const suggestions = asked.map((question) => `<a href="/search?q=${encodeURIComponent(question)}">${question}</a>`);
  expect(blocksBetweenRows(section(suggestions.join('<br>'))).people_also_ask).toEqual([]);
});

test.each(['', ' It is fermented.'])('reads the words of a video as an answer once, without its times', (more) => {
  const words = 'Perry is a drink made of pears.';
  const video = `<div><div>5:32</div><div>17:52</div></div><div><span>${words}</span><span>${words}${more}</span></div>`;
  expect(blocksBetweenRows(section(item('a', 'What is perry?', video))).people_also_ask).toEqual([
    { question: 'What is perry?', answer: words + more },
  ]);
});

test.each([
  ['after the text', '<div><span>Perry is a drink made of pears.</span><span>Mar 4, 2024</span></div>', 'Mar 4, 2024'],
  [
    'in two lines of the source',
    '<span>Perry is a drink made of pears.</span><span>Mar\n 4, 2024</span>',
    'Mar 4, 2024',
  ],
  ['in a line', '<p>Perry is a drink made of pears.</p><div>•</div><div>Mar 4, 2024</div>', 'Mar 4, 2024'],
  ['within the text', '<p>Perry is a drink made of pears.</p>', undefined],
])('reads the date of an answer %s', (_, answer, date) => {
  const html = `<div data-initq="pears">${section(item('a', 'What is perry?', answer + source))}</div>`;
  const [question] = blocksBetweenRows(html).people_also_ask;
  expect(question?.answer).toBe('Perry is a drink made of pears.');
  expect(question?.date).toBe(date);
});

test('reads no address as an answer', () => {
  const answer = '<p>Perry is a drink made of pears.</p><div>Answers › perry</div>';
  const [question] = blocksBetweenRows(section(item('a', 'What is perry?', answer))).people_also_ask;
  expect(question?.answer).toBe('Perry is a drink made of pears.');
});
