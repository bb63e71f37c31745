import { describe, expect, test } from 'vitest';
import { readFaq, readQuestions } from '../../src/reading/blocks/questions.js';
import { laidOut, out, partsOf } from '../support/block-parts.js';

describe('readQuestions', () => {
  const read = (html: string, column?: 'side') => readQuestions(partsOf(html, column)).map(({ item }) => item);
  const folded = (question: string, inside: string) => `<details><summary>${question}</summary>${inside}</details>`;
  const open = (question: string, inside: string) => `<div><div>${question}</div>${inside}</div>`;
  const why = folded('Why tea?', `<div>Because.</div>${out('a.example/', '<cite>a.example</cite><div>On tea</div>')}`);
  const source = { title: 'On tea', link: 'https://a.example/' };

  test('reads collapsed answers', () => {
    expect(read(why + folded('What tea?', '<div>Green</div><div>tea.</div>'))).toEqual([
      { question: 'Why tea?', answer: 'Because.', source },
      { question: 'What tea?', answer: 'Green tea.' },
    ]);
  });

  test('reads questions that are headings without a link to their source', () => {
    const headed = (question: string) => open(`<h3>${question}</h3>`, '<p>Because.</p>');
    expect(read(headed('Why tea?') + headed('What tea?'))).toEqual([
      { question: 'Why tea?', answer: 'Because.' },
      { question: 'What tea?', answer: 'Because.' },
    ]);
    const titled = (question: string) => open(`<h3>${out('a.example/', question)}</h3>`, '<p>Because.</p>');
    expect(read(titled('Why tea?') + titled('What tea?'))).toEqual([]);
  });

  test('reads questions whose words are elements', () => {
    const split = (question: string) => open(question.replace(/\S+/g, '<span>$&</span>'), '<p>Because.</p>');
    expect(read(split('Why do you drink tea?') + split('What tea?')).map(({ question }) => question)).toEqual([
      'Why do you drink tea?',
      'What tea?',
    ]);
  });

  test('reads questions in parts within a line', () => {
    const split = (question: string) =>
      `<p><span>${question.replace(/\S+ ?/g, '<span>$&</span><!-- -->')}</span><span>Because.</span></p>`;
    expect(read(split('Why do you drink tea?') + split('What tea is it?')).map(({ question }) => question)).toEqual([
      'Why do you drink tea?',
      'What tea is it?',
    ]);
  });

  test('reads the title of a source below its host and its address, of which none is marked', () => {
    const below = `<div><div>a.example</div><span>a.example <span>› tea</span></span></div><div>On tea</div>`;
    const unmarked = (question: string) => folded(question, `<div>Because.</div>${out('a.example/', below)}`);
    expect(read(unmarked('Why tea?') + unmarked('What tea?'))[0]?.source).toEqual(source);
  });

  test('reads open answers', () => {
    const answered = open('Why tea?', `<p>Because.</p><h3>${out('a.example/', 'On tea')}</h3><p>behind</p>`);
    expect(read(answered + open('What tea?', `<p>Green.</p>${out('a.example/', 'On tea')}`))).toEqual([
      { question: 'Why tea?', answer: 'Because.', source },
      { question: 'What tea?', answer: 'Green.', source },
    ]);
  });

  test('reads the source from the line above its address', () => {
    const linked = (question: string) =>
      `<a href="https://a.example/"><div>${question}</div><p>Because.</p><div>On tea</div><cite>a.example</cite></a>`;
    expect(read(`<div>${linked('Why tea?')}</div><div>${linked('What tea?')}</div>`)).toEqual([
      { question: 'Why tea?', answer: 'Because.', source },
      { question: 'What tea?', answer: 'Because.', source },
    ]);
  });

  test('reads questions in links, with the source that the link leads to', () => {
    const linked = (question: string, below: string) =>
      `<a href="https://a.example/"><div>${question}</div><p>Because.</p>${below}</a>`;
    const titled = '<div>On tea</div><cite>a.example</cite>';
    expect(read(linked('Why tea?', titled) + linked('What tea?', ''))).toEqual([
      { question: 'Why tea?', answer: 'Because.', source },
      { question: 'What tea?', answer: 'Because.' },
    ]);
  });

  test('reads an answer of several lines without its buttons and the repeated question', () => {
    const inside = '<button>Search</button><h4>Why tea?</h4><p>Because.</p><p>It is good.</p>';
    expect(read(open('Why tea?', inside) + open('What tea?', '<p>Green.</p>'))[0]).toEqual({
      question: 'Why tea?',
      answer: 'Because. It is good.',
    });
  });

  test('reads a question with only a source', () => {
    const only = `<h3>${out('a.example/', 'On tea')}</h3><p>behind</p>`;
    expect(read(open('Why tea?', only) + open('What tea?', '<p>Green.</p>'))[0]).toEqual({
      question: 'Why tea?',
      source,
    });
    const collapsed = `<h3>${out('a.example/', 'On tea')}</h3><p>behind</p>`;
    expect(read(why + folded('What tea?', collapsed))[1]).toEqual({ question: 'What tea?', source });
  });

  test('reads no source from a link that is only an address', () => {
    const addressed = folded('What tea?', `<p>Green.</p>${out('a.example/', '<cite>a.example</cite>')}`);
    expect(read(why + addressed)[1]).toEqual({ question: 'What tea?', answer: 'Green.' });
  });

  test.each<[string, string, number]>([
    ['a question before white space', why + open('What tea? ', '<p>a</p>').replaceAll('What', '\nWhat'), 2],
    ['a question above an empty block', why + open('What tea?<div></div>', '<p>a</p>'), 2],
    ['a question of 12 elements', why + open(`${'<i>'.repeat(12)}What tea?${'</i>'.repeat(12)}`, '<p>a</p>'), 2],
    ['no single question', why, 0],
    ['no repeated question', why + why, 0],
    ['two questions in other scripts', open('¿茶？', '<p>a</p>') + open('شاي؟', '<p>a</p>'), 2],
    ['no question without an answer', why + open('What tea?', '<p>a</p>') + open('How?', ''), 2],
    ['no text without a question mark at the end', why + open('What? Tea', '<p>a</p>'), 0],
    ['no text of two sentences', why + open('This is tea. What of it?', '<p>a</p>'), 0],
    ['a question with an abbreviation', why + open('What did Dr. Reed drink?', '<p>a</p>'), 2],
    ['a question of 150 letters', why + open(`${'x'.repeat(149)}?`, '<p>a</p>'), 2],
    ['no question of 151 letters', why + open(`${'x'.repeat(150)}?`, '<p>a</p>'), 0],
    ['no linked heading', `${why}<h3>${out('b.example', 'What tea?')}</h3><p>a</p>`, 0],
    ['no bold text in a paragraph', `${why}<p><b>What tea?</b> a</p>`, 0],
    ['no hidden question', why + open('What tea?', '<p>a</p>').replace('<div>', '<div style="display:none">'), 0],
    ['no titles of videos', `${why + open('What tea?', '<p>a</p>')}<a href="/videos?q=tea">Videos</a>`, 0],
  ])('reads %s', (_, html, count) => {
    expect(read(html)).toHaveLength(count);
  });

  test('reads the questions below the link of a row', () => {
    const questions = open('Why tea?', '<p>Because.</p>') + open('What tea?', '<p>Green.</p>');
    const row = '<div><a data-row href="https://row.example/a">An <b>ordinary row?</b></a>';
    const faq = (html: string) => readFaq(laidOut(`${row}${html}</div>`)).map(({ item }) => item.question);
    expect(faq(questions)).toEqual(['Why tea?', 'What tea?']);
    expect(faq(open('Why tea?', '<p>Because.</p>'))).toEqual([]);
  });

  test('ignores questions in the side column', () => {
    expect(read(why + folded('What tea?', '<p>a</p>'), 'side')).toEqual([]);
  });
});
