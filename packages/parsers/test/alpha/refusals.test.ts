import { describe, expect, test } from 'vitest';
import { isPageError, parseAlphaSearch } from '../../src/index.js';

const page = (body: string, title = 'Google'): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** The state of a page: of its error, or of its diagnostics. */
function stateOf(html: string): string | undefined {
  try {
    return parseAlphaSearch(html, { diagnostics: true }).diagnostics?.state;
  } catch (error) {
    if (isPageError(error)) return error.state;
    throw error;
  }
}

describe('a page without results is', () => {
  test.each<[string, string, string]>([
    ['captcha', 'a form of refusals', '<form action="/sorry/index"></form>'],
    ['captcha', 'the form with its id alone', '<form id="captcha-form"></form>'],
    ['captcha', 'the box with its id alone', '<div id="recaptcha"></div>'],
    ['captcha', 'a key of the service', '<p data-sitekey="k"></p>'],
    ['captcha', 'the form in a script', '<script>write("<form id=\\"captcha-form\\">")</script>'],
    ['captcha', 'the address of refusals in a script', '<script>go("/sorry/index?x")</script>'],
    ['captcha', 'the script of the service', '<script src="https://www.google.com/recaptcha/api.js"></script>'],
    ['unrecognised', 'an element with the address of a form', '<p action="CaptchaRedirect"></p>'],
    ['unrecognised', 'a form with another address', '<form action="/save"></form>'],
    [
      'captcha',
      'a captcha that also asks for consent',
      '<p data-sitekey="k"></p><a href="https://consent.google.com/">x</a>',
    ],
    ['consent', 'a link to the service', '<a href="https://consent.google.de/ml?x">Terms</a>'],
    ['consent', 'an area of a picture that leads there', '<map><area href="https://consent.google.com/"></map>'],
    ['consent', 'a link in the head', '<link href="https://consent.google.com/" rel="x">'],
    ['unrecognised', 'another element with that address', '<p href="https://consent.google.com/">x</p>'],
    ['unrecognised', 'a link to a service of another site', '<a href="https://consent.pears.example/">Terms</a>'],
    ['unrecognised', 'a link that only names the service', '<a href="https://pears.example/?consent.google.com">x</a>'],
    ['unrecognised', 'a link without an address', '<a>x</a>'],
    ['js_required', 'a wall for clients without scripts', '<a href="/httpservice/retry/enablejs?x">here</a>'],
  ])('%s: %s', (state, _, body) => {
    expect(stateOf(page(body))).toBe(state);
  });

  test.each([
    ['forbidden', 'Error 403 (Forbidden)!!1'],
    ['forbidden', 'Fehler 403 (Nicht erlaubt)!!1'],
    ['forbidden', `${'x'.repeat(20)}403 !!1`],
    ['unrecognised', `${'x'.repeat(21)}403 !!1`],
    ['unrecognised', 'Error 403 (Forbidden)'],
    ['unrecognised', 'Error 4031 !!1'],
    ['unrecognised', 'Error 1 of 403 !!1'],
    ['rate_limited', '429!!1'],
  ])('%s with the title %s', (state, title) => {
    expect(stateOf(page('<p>Sorry.</p>', title))).toBe(state);
  });

  test('a result page as soon as it links to two tabs, and none with one', () => {
    const tab = (name: string): string => `<a href="/search?q=tea&amp;tbm=${name}">x</a>`;
    const captcha = '<p data-sitekey="k"></p>';
    expect(stateOf(page(tab('isch') + captcha))).toBe('captcha');
    expect(stateOf(page(tab('isch') + tab('isch') + captcha))).toBe('captcha');
    expect(stateOf(page(tab('isch') + tab('nws') + captcha))).toBe('unrecognised');
  });
});

describe('nothing was found where', () => {
  const empty = (body: string, title = 'tea - Google Search'): string => page(body, title);
  const list = '<ul><li>Check the spelling.</li></ul>';
  const plain = (mark: string, advice = list): string =>
    empty(`<form action="/search"><input name="q" value="tea"></form><div><p>Nothing fits ${mark}.</p>${advice}</div>`);
  const tabs = '<a href="/search?q=tea&amp;tbm=isch">x</a><a href="/search?q=tea&amp;tbm=nws">x</a>';
  const deep = (levels: number): string => '<div>'.repeat(levels) + '<em>tea</em>' + '</div>'.repeat(levels);

  test.each<[string, string, string]>([
    ['a styled query is above a list of advice', plain('<span>tea</span>'), 'no_results'],
    ['a highlighted one is', plain('<em>tea</em>'), 'no_results'],
    ['not where another query is', plain('<span>coffee</span>'), 'unrecognised'],
    ['not where nothing marks the query', plain('tea'), 'unrecognised'],
    ['not where the advice is no list', plain('<span>tea</span>', '<p>Check the spelling.</p>'), 'unrecognised'],
    ['an ordered list advises', plain('<em>tea</em>', '<ol><li>Check it.</li></ol>'), 'no_results'],
    ['the query has 20 elements in its mark', plain(`<span>tea${'<i></i>'.repeat(20)}</span>`), 'no_results'],
    ['not where a mark has 21', plain(`<span>tea${'<i></i>'.repeat(21)}</span>`), 'unrecognised'],
    ['the mark is six levels below the block with the list', empty(`<div>${deep(5)}${list}</div>`), 'no_results'],
    ['not where it is seven below', empty(`<div>${deep(6)}${list}</div>`), 'unrecognised'],
    ['a page with tabs says so', empty(`${tabs}<div><p>Nothing fits <em>tea</em>.</p>${list}</div>`), 'no_results'],
    [
      'a page with tabs says so by style',
      empty(`${tabs}<div><p>Nothing fits <span>tea</span>.</p>${list}</div>`),
      'no_results',
    ],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });

  const counted = (claim: string, row = ''): string =>
    empty(`<div id="result-stats">${claim}</div><div id="search"><div id="rso">${row}</div></div>`);
  test.each<[string, string, string]>([
    ['the total is zero', counted('0 results (0.3 s)'), 'no_results'],
    ['the total is zero, in wide brackets', counted('0 件（0.3 秒）'), 'no_results'],
    ['not where it is another', counted('3 results (0.0 s)'), 'unrecognised'],
    ['not where only the time is zero', counted('Results (0 s)'), 'unrecognised'],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });

  const noticed = (notice: string, inList = ''): string =>
    empty(`<div id="topstuff">${notice}</div><div id="search"><div id="rso">${inList}</div></div>`);
  test.each<[string, string, string]>([
    ['the list is empty below a list of advice', noticed(list), 'no_results'],
    ['not where the list has a text', noticed(list, '<p>Else.</p>'), 'unrecognised'],
    ['not where the advice is empty', noticed('<ul><li></li></ul>'), 'unrecognised'],
    ['not where there is no advice', noticed('<p>Sorry.</p>'), 'unrecognised'],
    ['not where the advice is elsewhere', `${noticed('')}<div>${list}</div>`, 'unrecognised'],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });

  const inLines = (regret: string, ...advice: string[]): string =>
    empty(`<div id="search"><div>${[regret, ...advice].map((line) => `<p>${line}</p>`).join('')}</div></div>`);
  const regret = 'Nothing fits <em>tea</em>.';
  test.each<[string, string, string]>([
    ['two lines are below the one with the query', inLines(regret, 'Check it.', 'Use others.'), 'no_results'],
    ['not where one line is', inLines(regret, 'Check it.'), 'unrecognised'],
    ['not where the first line is only the query', inLines('<em>tea</em>', 'Check it.', 'Use others.'), 'unrecognised'],
    [
      'not where the query is another',
      inLines(regret.replace('tea', 'jam'), 'Check it.', 'Use others.'),
      'unrecognised',
    ],
    [
      'not where a link stands in the lines',
      inLines(regret, '<a href="/a">Check it.</a>', 'Use others.'),
      'unrecognised',
    ],
    [
      'not where a link in the list leads out',
      inLines(regret, 'Check it.', 'Use others.').replace('<div><p>', '<a href="https://pear.example/">x</a><div><p>'),
      'unrecognised',
    ],
    [
      'but where that link is out of sight',
      inLines(regret, 'Check it.', 'Use others.').replace(
        '<div><p>',
        '<a hidden href="https://pear.example/">x</a><div><p>',
      ),
      'no_results',
    ],
    [
      'not where the query is out of sight',
      inLines(regret.replace('<em', '<em style="display:none"'), 'Check it.', 'Use others.'),
      'unrecognised',
    ],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });
});

describe('a page in JSON', () => {
  const html = '<form id="captcha-form"></form>';
  test.each<[string, string, string]>([
    ['is the property `html`', JSON.stringify({ html }), 'captcha'],
    ['is the property `d`', JSON.stringify({ d: html, html: '' }), 'captcha'],
    ['may have white space before it', ` \n${JSON.stringify({ html })}`, 'captcha'],
    ['is no other property', JSON.stringify({ d: '<p>', page: html }), 'unrecognised'],
    ['is no other kind of value', JSON.stringify({ d: 5, html: [] }), 'unrecognised'],
    ['is `html` where `d` is of another kind', JSON.stringify({ d: 5, html }), 'captcha'],
    ['may be cut within its text', '{"d":"<p data-sitekey=k>', 'captcha'],
    ['may be cut within an escape', '{"html" : "<p data-sitekey=k>\\u00', 'captcha'],
    ['may be cut behind a backslash', '{"d":"<p data-sitekey=k>\\', 'captcha'],
    ['may be in several pieces', '{"d":"<p data-site"}/*""*/{"d":"key=k>"}/*""*/', 'captcha'],
    ['may have pieces without a page', '{"d":"<p data-site"}/*""*/{"c":1}/*""*/{"d":"key=k>"}', 'captcha'],
  ])('%s', (_, body, state) => {
    expect(stateOf(body)).toBe(state);
  });
});
