import { expect, test } from 'vitest';
import {
  externalTargetOf,
  hasTextFragment,
  isEngineHostedImage,
  isExternalRedirect,
  isHelpLink,
  isOpaqueRedirect,
  isSearchLink,
  leadsToFragmentOf,
  leadsToPage,
  leadsToTarget,
  parameterOf,
  targetOf,
  targetWithTextFragment,
} from '../../src/alpha/links.js';
import { parseHtmlPage } from '../../src/page/page.js';

const anchorOf = (href: string) => parseHtmlPage(`<a href="${href}">x</a>`).anchors[0]!;
const page = 'https://a.example/x';

test.each([
  ['https://googleweblight.com/?lite_url=https%3A%2F%2Fa.example%2Fx&u=https://b.example/', page],
  ['https://googleweblight.com/i?u=https%3A%2F%2Fa.example%2Fx', page],
  ['https://www.googleweblight.com/?u=x', 'https://www.googleweblight.com/?u=x'],
  ['https://www.google.com/amp/s/a.example/x', page],
  ['https://www.google.com/amp/a.example/x', 'http://a.example/x'],
  ['/amp/s/a.example/x', page],
  ['https://a.example/google/amp/s/b.example/x', 'https://a.example/google/amp/s/b.example/x'],
  ['https://a.example/x#:~:text=tea', page],
  ['https://a.example/x#part:~:text=tea', `${page}#part`],
  ['/url?q=https://a.example/x&sa=U', page],
  ['/url?sa=t&url=https://a.example/x', page],
  ['/url?q=/search&url=https://a.example/x', page],
  ['https://www.google.com/url?q=https://a.example/x', page],
  ['/interstitial?url=https://a.example/x', page],
  ['https://translate.google.com/translate?u=https://a.example/x', page],
  ['https://translate.google.com/translate?hl=en', 'https://translate.google.com/translate?hl=en'],
  ['/goto?url=https://a.example/x', page],
  ['/goto?target=https%3A%2F%2Fa.example%2Fx&sig=1', page],
  ['/go/https://a.example/%D1%8F?q=%26', 'https://a.example/%D1%8F?q=%26'],
  ['/goto?url=CAES', 'https://www.google.com/goto?url=CAES'],
  ['https://maps.google.com/x', 'https://maps.google.com/x'],
  [' https://a.example/x ', page],
  ['https://www.google.com/url?rurl=https://b.example/&url=https://a.example/x', page],
  ['https://www.google.com/url?rurl=https://b.example/&q=https://a.example/x', page],
  ['https://www.google.com/link?to=https://a.example/x', page],
  ['/link?to=https://www.google.com/search', undefined],
  ['/search?q=tea', undefined],
  ['/url?q=/search', undefined],
  ['https://www.google.com/search?q=tea', undefined],
  ['https://www.google.com/aclk?x', undefined],
  ['https://www.googleadservices.com/pagead/aclk?adurl=https://a.example/', undefined],
  ['#x', undefined],
  ['javascript:void(0)', undefined],
])('the target of %s is %j', (href, target) => {
  expect(targetOf(href)).toBe(target);
  expect(externalTargetOf(anchorOf(href))).toBe(target ?? '');
  expect(externalTargetOf(anchorOf(href))).toBe(target ?? '');
});

test.each([
  ['/url?q=https://a.example/x', true],
  ['/url?q=https://www.google.com/x', false],
  ['/url?q=/search', false],
  [page, false],
  ['https://www.google.com/url?q=https://a.example/x', false],
])('%s wraps a target: %j', (href, wraps) => {
  expect(isExternalRedirect(anchorOf(href))).toBe(wraps);
});

test.each([
  [page, true, true, false],
  ['/url?q=https://a.example/x', true, true, false],
  [`${page}/`, false, true, false],
  ['http://www.a.example/x', false, true, false],
  ['https://m.a.example/x#part', false, true, false],
  [`${page}#part`, false, true, true],
  [`${page}?y`, false, false, false],
  ['https://a.example/y', false, false, false],
  ['https://translate.google.com/translate?u=https://a.example/x', false, false, false],
  ['/search?q=x', false, false, false],
])('%s leads to the target: %j, to its page: %j, to a fragment of the page: %j', (href, to, toPage, toPart) => {
  const anchor = anchorOf(href);
  expect([leadsToTarget(anchor, page), leadsToPage(anchor, page), leadsToFragmentOf(anchor, page)]).toEqual([
    to,
    toPage,
    toPart,
  ]);
});

test.each([
  [`${page}#:~:text=tea`, `${page}#:~:text=tea`, true],
  [`${page}#part:~:text=tea`, `${page}#part#:~:text=tea`, true],
  [page, page, false],
  ['/search?q=x', '', false],
])('the target of %s with its text fragment is %j', (href, target, quotes) => {
  expect([targetWithTextFragment(anchorOf(href)), hasTextFragment(anchorOf(href))]).toEqual([target, quotes]);
});

test.each([
  ['/search?q=tea', true],
  ['/search', true],
  ['/Search#x', false],
  ['/search#x', true],
  ['/searches', false],
  ['https://www.google.de/search?q=tea', true],
  ['http://google.com/search', true],
  ['https://www.google.com/searches', false],
  ['https://a.example/search?q=tea', false],
  ['https://maps.google.com/search?q=tea', false],
  ['https://www.google.com:443/search?q=tea', true],
  ['https://www.google.com/maps/search', false],
  [' /search?q=tea', true],
  ['javascript:go("/search")', false],
  ['https://me@a.example/search', false],
])('%s leads to a result page: %j', (href, isOne) => {
  expect(isSearchLink(href)).toBe(isOne);
});

test.each([
  ['https://www.google.com/goto?url=CAES', true],
  ['https://www.google.com/goto', false],
  ['https://www.google.com/x?/goto?', false],
  ['https://a.example/goto?url=CAES', false],
])('%s is an opaque redirect: %j', (target, isOne) => {
  expect(isOpaqueRedirect(target)).toBe(isOne);
});

test.each([
  ['https://encrypted-tbn0.gstatic.com/x', true],
  ['https://lh3.googleusercontent.com/x', true],
  ['https://ggpht.com/x', true],
  ['https://notgstatic.com/x', false],
  ['https://gstatic.com.a.example/x', false],
  [page, false],
])('%s is on an image host: %j', (link, isOne) => {
  expect(isEngineHostedImage(link)).toBe(isOne);
});

test('recognises help links by their host and reads query parameters only from page links', () => {
  expect([
    isHelpLink(anchorOf('https://support.google.com/websearch')),
    isHelpLink(anchorOf('https://support.a.example/')),
  ]).toEqual([true, false]);
  expect(isHelpLink(anchorOf('https://policies.google.com/terms'))).toBe(false);
  expect([
    parameterOf(' /search?q=tea ', 'q'),
    parameterOf('/search', 'q'),
    parameterOf('mailto:a?q=tea', 'q'),
  ]).toEqual(['tea', undefined, undefined]);
});
