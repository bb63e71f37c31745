import { describe, expect, test } from 'vitest';
import { isPageError, parseAlphaSearch } from '../../src/index.js';

const page = (body: string, title = 'Google'): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** The state of a page, from its error or its diagnostics. */
function stateOf(html: string): string | undefined {
  try {
    return parseAlphaSearch(html, { diagnostics: true }).diagnostics?.state;
  } catch (error) {
    if (isPageError(error)) return error.state;
    throw error;
  }
}

describe('the state of a page without results is', () => {
  test.each<[string, string, string]>([
    ['captcha', 'a form of the captcha page', '<form action="/sorry/index"></form>'],
    ['captcha', 'a form with only the captcha id', '<form id="captcha-form"></form>'],
    ['captcha', 'the form of the old captcha', '<form action="CaptchaRedirect"></form>'],
    ['captcha', 'a form that leads to the captcha page', '<form action="/sorry/x"></form>'],
    ['captcha', 'an element with only the captcha id', '<div id="recaptcha"></div>'],
    ['captcha', 'a site key of the captcha service', '<p data-sitekey="k"></p>'],
    ['captcha', 'the captcha form in a script', '<script>write("<form id=\\"captcha-form\\">")</script>'],
    ['captcha', 'the address of the captcha page in a script', '<script>go("/sorry/index?x")</script>'],
    ['captcha', 'the script of the captcha service', '<script src="https://www.google.com/recaptcha/api.js"></script>'],
    ['unrecognised', 'an element other than a form with an action', '<p action="CaptchaRedirect"></p>'],
    ['unrecognised', 'a form with another action', '<form action="/save"></form>'],
    [
      'captcha',
      'a captcha that also asks for consent',
      '<p data-sitekey="k"></p><a href="https://consent.google.com/">x</a>',
    ],
    ['consent', 'a link to the consent service', '<a href="https://consent.google.de/ml?x">Terms</a>'],
    [
      'consent',
      'an image map area that links to the consent service',
      '<map><area href="https://consent.google.com/"></map>',
    ],
    [
      'consent',
      'a link element with the address of the consent service',
      '<link href="https://consent.google.com/" rel="x">',
    ],
    ['unrecognised', 'another element with that address in href', '<p href="https://consent.google.com/">x</p>'],
    ['unrecognised', 'a link to a service of another site', '<a href="https://consent.pears.example/">Terms</a>'],
    [
      'unrecognised',
      'a link with the consent service only in its query',
      '<a href="https://pears.example/?consent.google.com">x</a>',
    ],
    ['unrecognised', 'a link without href', '<a>x</a>'],
    ['js_required', 'a page that requires scripts', '<a href="/httpservice/retry/enablejs?x">here</a>'],
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

  test('unrecognised instead of captcha if it links to two tabs', () => {
    const tab = (name: string): string => `<a href="/search?q=tea&amp;tbm=${name}">x</a>`;
    const captcha = '<p data-sitekey="k"></p>';
    expect(stateOf(page(tab('isch') + captcha))).toBe('captcha');
    expect(stateOf(page(tab('isch') + tab('isch') + captcha))).toBe('captcha');
    expect(stateOf(page(tab('isch') + tab('nws') + captcha))).toBe('unrecognised');
  });
});

describe('no results are recognised if', () => {
  const empty = (body: string, title = 'tea - Google Search'): string => page(body, title);
  const list = '<ul><li>Check the spelling.</li></ul>';
  const pageWithMarkup = (mark: string, advice = list): string =>
    empty(`<form action="/search"><input name="q" value="tea"></form><div><p>Nothing fits ${mark}.</p>${advice}</div>`);
  const tabs = '<a href="/search?q=tea&amp;tbm=isch">x</a><a href="/search?q=tea&amp;tbm=nws">x</a>';
  const deep = (levels: number): string => '<div>'.repeat(levels) + '<em>tea</em>' + '</div>'.repeat(levels);

  test.each<[string, string, string]>([
    ['the query is styled above a list of advice', pageWithMarkup('<span>tea</span>'), 'no_results'],
    ['the query is highlighted above a list of advice', pageWithMarkup('<em>tea</em>'), 'no_results'],
    ['not if the page names no query', page(`<div><p>Nothing fits <em>tea</em>.</p>${list}</div>`), 'unrecognised'],
    [
      'a link follows the message',
      `${pageWithMarkup('<em>tea</em>').replace('</body>', '<a href="/a">x</a>')}`,
      'no_results',
    ],
    ['not if another query is styled', pageWithMarkup('<span>coffee</span>'), 'unrecognised'],
    ['not if the query has no markup', pageWithMarkup('tea'), 'unrecognised'],
    [
      'not if the advice is not a list',
      pageWithMarkup('<span>tea</span>', '<p>Check the spelling.</p>'),
      'unrecognised',
    ],
    ['the advice is an ordered list', pageWithMarkup('<em>tea</em>', '<ol><li>Check it.</li></ol>'), 'no_results'],
    [
      'the markup of the query contains 20 elements',
      pageWithMarkup(`<span>tea${'<i></i>'.repeat(20)}</span>`),
      'no_results',
    ],
    [
      'not if the markup of the query contains 21 elements',
      pageWithMarkup(`<span>tea${'<i></i>'.repeat(21)}</span>`),
      'unrecognised',
    ],
    ['the query is six levels below the block with the list', empty(`<div>${deep(5)}${list}</div>`), 'no_results'],
    ['not if the query is seven levels below that block', empty(`<div>${deep(6)}${list}</div>`), 'unrecognised'],
    [
      'a page with tabs highlights the query above a list of advice',
      empty(`${tabs}<div><p>Nothing fits <em>tea</em>.</p>${list}</div>`),
      'no_results',
    ],
    [
      'a page with tabs styles the query above a list of advice',
      empty(`${tabs}<div><p>Nothing fits <span>tea</span>.</p>${list}</div>`),
      'no_results',
    ],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });

  const pageWithTotal = (claim: string, row = ''): string =>
    empty(`<div id="result-stats">${claim}</div><div id="search"><div id="rso">${row}</div></div>`);
  test.each<[string, string, string]>([
    ['the total is zero', pageWithTotal('0 results (0.3 s)'), 'no_results'],
    ['the total is zero, with the time in full-width brackets', pageWithTotal('0 件（0.3 秒）'), 'no_results'],
    ['not if the total is not zero', pageWithTotal('3 results (0.0 s)'), 'unrecognised'],
    ['not if only the time is zero', pageWithTotal('Results (0 s)'), 'unrecognised'],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });

  const pageWithNotice = (notice: string, inList = ''): string =>
    empty(`<div id="topstuff">${notice}</div><div id="search"><div id="rso">${inList}</div></div>`);
  test.each<[string, string, string]>([
    ['the list is empty below a list of advice', pageWithNotice(list), 'no_results'],
    ['not if the list contains text', pageWithNotice(list, '<p>Else.</p>'), 'unrecognised'],
    ['not if the advice is empty', pageWithNotice('<ul><li></li></ul>'), 'unrecognised'],
    ['not if there is no advice', pageWithNotice('<p>Sorry.</p>'), 'unrecognised'],
    ['not if the advice is outside the message region', `${pageWithNotice('')}<div>${list}</div>`, 'unrecognised'],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });

  const pageWithLines = (message: string, ...advice: string[]): string =>
    empty(`<div id="search"><div>${[message, ...advice].map((line) => `<p>${line}</p>`).join('')}</div></div>`);
  const message = 'Nothing fits <em>tea</em>.';
  const broken = (mark: string, advice: string): string =>
    empty(
      `<form action="/search"><input name="q" value="tea"></form><p>Nothing fits <${mark}>tea</${mark}>.<br>${advice}</p>`,
    );
  test.each<[string, string, string]>([
    ['two lines follow the line with the query', pageWithLines(message, 'Check it.', 'Use others.'), 'no_results'],
    ['not if only one line follows', pageWithLines(message, 'Check it.'), 'unrecognised'],
    [
      'not if the first line is only the query',
      pageWithLines('<em>tea</em>', 'Check it.', 'Use others.'),
      'unrecognised',
    ],
    [
      'not if the line contains another query',
      pageWithLines(message.replace('tea', 'jam'), 'Check it.', 'Use others.'),
      'unrecognised',
    ],
    [
      'not if the lines contain a link',
      pageWithLines(message, '<a href="/a">Check it.</a>', 'Use others.'),
      'unrecognised',
    ],
    [
      'not if the list contains an external link',
      pageWithLines(message, 'Check it.', 'Use others.').replace(
        '<div><p>',
        '<a href="https://pear.example/">x</a><div><p>',
      ),
      'unrecognised',
    ],
    [
      'the external link in the list is hidden',
      pageWithLines(message, 'Check it.', 'Use others.').replace(
        '<div><p>',
        '<a hidden href="https://pear.example/">x</a><div><p>',
      ),
      'no_results',
    ],
    [
      'the list has a link within the site',
      pageWithLines(message, 'Check it.', 'Use others.').replace('<div><p>', '<p><a href="/a">x</a></p>$&'),
      'no_results',
    ],
    [
      'not if the query is not highlighted',
      pageWithLines(message.replaceAll('em>', 'span>'), 'Check it.', 'Use others.'),
      'unrecognised',
    ],
    [
      'not if one line follows a line with the query twice',
      pageWithLines(`${message} ${message}`, 'Check it.'),
      'unrecognised',
    ],
    [
      'a page without scripts breaks two lines below the query',
      broken('span', 'Check it.<br>Use others.'),
      'no_results',
    ],
    ['not if it breaks one line below the query', broken('span', 'Check it.'), 'unrecognised'],
    ['not if the query in broken lines has no style', broken('code', 'Check it.<br>Use others.'), 'unrecognised'],
    [
      'not if a page without scripts breaks lines that do not repeat the query',
      empty('<form action="/search"><input name="q" value="tea"></form><p>Hello.<br>Check it.<br>Use others.</p>'),
      'unrecognised',
    ],
    [
      'not if the query is hidden',
      pageWithLines(message.replace('<em', '<em style="display:none"'), 'Check it.', 'Use others.'),
      'unrecognised',
    ],
  ])('%s', (_, html, state) => {
    expect(stateOf(html)).toBe(state);
  });
});

describe('a page in JSON', () => {
  const html = '<form id="captcha-form"></form>';
  test.each<[string, string, string]>([
    ['is read from the property `html`', JSON.stringify({ html }), 'captcha'],
    ['is read from the property `d`', JSON.stringify({ d: html, html: '' }), 'captcha'],
    ['may have white space before it', ` \n${JSON.stringify({ html })}`, 'captcha'],
    ['is not read from another property', JSON.stringify({ d: '<p>', page: html }), 'unrecognised'],
    ['is not read from another type of value', JSON.stringify({ d: 5, html: [] }), 'unrecognised'],
    ['is read from `html` if `d` is not a string', JSON.stringify({ d: 5, html }), 'captcha'],
    ['may be cut off within its text', '{"d":"<p data-sitekey=k>', 'captcha'],
    ['may be cut off within an escape', '{"html" : "<p data-sitekey=k>\\u00', 'captcha'],
    ['may be cut off after a backslash', '{"d":"<p data-sitekey=k>\\', 'captcha'],
    ['may be in several parts', '{"d":"<p data-site"}/*""*/{"d":"key=k>"}/*""*/', 'captcha'],
    ['may have parts without HTML', '{"d":"<p data-site"}/*""*/{"c":1}/*""*/{"d":"key=k>"}', 'captcha'],
  ])('%s', (_, body, state) => {
    expect(stateOf(body)).toBe(state);
  });
});
