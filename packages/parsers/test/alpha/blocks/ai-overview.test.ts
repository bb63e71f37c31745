import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const text = 'Pears are ripe when their neck gives way to a gentle press of the thumb.';
const head = '<div role="heading" aria-level="2">AI Overview</div>';

test('the text without controls, and its sources once each', () => {
  const source = '<a href="https://a.example/x" aria-label="Ripe pears. Opens in new tab."></a>';
  const card = '<li><a href="https://b.example/y"><div>How to tell</div><div>b.example</div></a></li>';
  const help = '<a href="https://support.google.com/websearch">Learn more</a>';
  const html = `<div data-attrid="SrpGenSumSummary">${head}<div>${text}<button>Links</button></div><ul>${card}</ul>${source}${source}${help}</div>`;
  expect(blocksOf(html + row('first')).ai_overview).toEqual({
    text,
    sources: [
      { title: 'How to tell', link: 'https://b.example/y' },
      { title: 'Ripe pears', link: 'https://a.example/x' },
    ],
  });
});

test('an empty place is no overview', () => {
  const html = `<div id="m-x-content">${head}<div>Searching</div></div>`;
  expect(blocksOf(html + row('first'))).not.toHaveProperty('ai_overview');
});

test('a generated answer to a question is not that of the page', () => {
  const html = `<div data-q="Is it ripe?"><div data-attrid="SrpGenSumSummary">${text}</div></div>`;
  expect(blocksOf(html + row('first'))).not.toHaveProperty('ai_overview');
});
