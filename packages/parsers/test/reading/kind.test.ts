import { describe, expect, test } from 'vitest';
import { parseHtmlPage } from '../../src/page/page.js';
import {
  countEngineSigns,
  engineNames,
  engineOriginOf,
  internalLinksOf,
  leadsToEngine,
  showsOtherEngine,
} from '../../src/reading/kind/engines.js';
import { assertKind, linkedQueries, tabEvidence } from '../../src/reading/kind/kind.js';

const linked = (...hrefs: string[]) => parseHtmlPage(hrefs.map((href) => `<a href="${href}">x</a>`).join(''));

describe('internalLinksOf', () => {
  test.each<[string, [host: string, path: string] | undefined]>([
    ['/search?q=x', ['', '/search']],
    ['/search#x', ['', '/search']],
    ['/a/b/', ['', '/a/b/']],
    ['/', ['', '/']],
    ['/?q=/x', ['', '/']],
    ['https://www.google.com/search?q=x', ['www.google.com', '/search']],
    ['http://www.google.de', ['www.google.de', '/']],
    ['https://www.google.com?q=/x', ['www.google.com', '/']],
    ['https://www.google.com#/x', ['www.google.com', '/']],
    ['//search.brave.com/images', ['search.brave.com', '/images']],
    ['HTTPS://WWW.Google.com/Search', ['www.google.com', '/Search']],
    ['hTTps://www.bing.com/x', ['www.bing.com', '/x']],
    [' https://cn.bing.com/x ', ['cn.bing.com', '/x']],
    ['&#32;/search', ['', '/search']],
    ['&#x2f;search', ['', '/search']],
    ['https&#58;//www.bing.com/x', ['www.bing.com', '/x']],
    ['https://www&#46;bing.com/x', ['www.bing.com', '/x']],
    ['https://a&#46;example/x', undefined],
    ['/a&amp;b?c', ['', '/a&b']],
    ['/se&#97;rch?q=x', ['', '/search']],
    ['https://login.live.com/x', ['login.live.com', '/x']],
    ['https://a.example/x', undefined],
    ['https://google.com.a.example/x', undefined],
    ['https://notgoogle.com/x', undefined],
    ['search?q=x', undefined],
    ['?q=x', undefined],
    ['#x', undefined],
    ['', undefined],
    ['javascript:void(0)', undefined],
    ['ftp://www.google.com/x', undefined],
  ])('%j has the host and path %j', (href, expected) => {
    const [link] = internalLinksOf(linked('https://first.example/', href));
    expect(link && [link.host, link.path]).toEqual(expected);
    if (expected !== undefined) expect(link?.index).toBe(1);
  });

  test('ignores an anchor without an address and keeps the query as written', () => {
    expect(internalLinksOf(parseHtmlPage('<a name="x">x</a>'))).toEqual([]);
    expect(internalLinksOf(linked(' /search?q=a&amp;b=c '))[0]?.href).toBe('/search?q=a&b=c');
  });
});

describe('links of each engine', () => {
  test.each(engineNames)('%s: links to its own host are internal', (engine) => {
    const [link] = internalLinksOf(linked(`${engineOriginOf(`${engine}.search`)}/search?q=tea`));
    expect(link && leadsToEngine(engine, link)).toBe(true);
  });

  test.each([
    ['alpha', '/search?q=tea&start=10'],
    ['beta', '/search?q=tea&first=11'],
    ['gamma', '/search?q=tea&offset=1'],
  ] as const)('%s: only its own pager names the query that was answered', (engine, href) => {
    const page = linked(href, href);
    expect(linkedQueries(engine, page)).toEqual(['tea', 'tea']);
    for (const other of engineNames.filter((name) => name !== engine)) expect(linkedQueries(other, page)).toEqual([]);
  });
});

describe('countEngineSigns', () => {
  test.each([
    ['a title', '<title>tea - Google Search</title>', 'alpha', 1],
    ['the title of another engine', '<title>tea - Bing</title>', 'beta', 1],
    ['one region', '<p id="rso"></p>', 'alpha', 0],
    ['two regions', '<p id="rso"></p><p id="rcnt"></p>', 'alpha', 1],
    ['three regions', '<p id="b_results"></p><p id="b_footer"></p><p id="sb_form"></p>', 'beta', 1],
    [
      'a field of the search form',
      '<form action="/search"><input name="q"><input type="hidden" name="gbv" value="1"></form>',
      'alpha',
      1,
    ],
    [
      'a field in upper case',
      '<form action="/search"><input name="q"><input type="hidden" name="FORM" value="x"></form>',
      'beta',
      1,
    ],
    [
      'a value of a field',
      '<form action="/search"><input name="q"><input type="hidden" name="source" value="web"></form>',
      'gamma',
      1,
    ],
    [
      'another value of a field',
      '<form action="/search"><input name="q"><input type="hidden" name="source" value="webs"></form>',
      'gamma',
      0,
    ],
    ['a link to a service', '<a href="https://policies.google.com/terms">x</a>', 'alpha', 1],
    ['no link to the search of an engine', '<a href="https://search.brave.com/x">x</a>', 'gamma', 0],
    ['a link to another host of the engine', '<a href="https://community.brave.com/x">x</a>', 'gamma', 1],
    ['a path that only one engine has', '<a href="/preferences?x">x</a>', 'alpha', 1],
    ['such a path on the host of the engine', '<a href="https://cn.bing.com/ck/a?x">x</a>', 'beta', 1],
    ['no such path on the host of another engine', '<a href="https://cn.bing.com/preferences">x</a>', 'alpha', 0],
    ['a parameter that only one engine has', '<a href="/search?q=x&ved=1">x</a>', 'alpha', 1],
    ['no such parameter on another path', '<a href="/searches?q=x&ved=1">x</a>', 'alpha', 0],
    ['such a parameter on the host of the engine', '<a href="https://www.bing.com/search?q=x&FORM=1">x</a>', 'beta', 1],
    [
      'no such parameter on the host of another engine',
      '<a href="https://www.bing.com/search?q=x&ved=1">x</a>',
      'alpha',
      0,
    ],
    ['an address in the page source', '<script>"https://cdn.search.brave.com/"</script>', 'gamma', 2],
    ['no other page', '<p>tea</p>', 'alpha', 0],
  ] as const)('counts %s', (_, html, engine, count) => {
    expect(countEngineSigns(parseHtmlPage(html))[engine]).toBe(count);
  });

  const two = '<title>tea - Bing</title><p id="b_results"></p><p id="b_footer"></p>';

  test('showsOtherEngine compares the evidence with that of other engines and a minimum', () => {
    const shows = (html: string, fewest: number) => showsOtherEngine('alpha', parseHtmlPage(html), fewest);
    expect([1, 2, 3].map((fewest) => shows(two, fewest))).toEqual([true, true, false]);
    const own = '<a href="/preferences">x</a><a href="https://policies.google.com/terms">x</a>';
    expect(shows(two + own, 1)).toBe(false);
    expect(shows(`${two}${own}<a href="/ck/a?x">x</a>`, 3)).toBe(true);
    expect(showsOtherEngine('beta', parseHtmlPage(two), 1)).toBe(false);
    expect(showsOtherEngine('gamma', parseHtmlPage(two), 2)).toBe(true);
  });

  test('leadsToEngine and engineOriginOf know the hosts of each engine', () => {
    const [relative, bing] = internalLinksOf(linked('/search', 'https://www.bing.com/search'));
    expect((['alpha', 'beta', 'gamma'] as const).map((engine) => leadsToEngine(engine, relative!))).toEqual([
      true,
      true,
      true,
    ]);
    expect((['alpha', 'beta', 'gamma'] as const).map((engine) => leadsToEngine(engine, bing!))).toEqual([
      false,
      true,
      false,
    ]);
    expect([engineOriginOf('alpha.news'), engineOriginOf('beta.search'), engineOriginOf('gamma.search')]).toEqual([
      'https://www.google.com',
      'https://www.bing.com',
      'https://search.brave.com',
    ]);
  });
});

describe('tabEvidence', () => {
  const evidenceOf = (engine: 'alpha' | 'beta' | 'gamma', html: string) => {
    const { signs, linked: others } = tabEvidence(engine, parseHtmlPage(html));
    return [Object.fromEntries(signs), [...others]];
  };
  const links = (...queries: string[]) => queries.map((query) => `<a href="/search?q=tea${query}">x</a>`).join('');
  const other = '<a href="https://x.example/">x</a>';

  test.each<[string, string, object, string[]]>([
    ['a pager with two links', links('&tbm=nws&start=10', '&tbm=nws&start=20'), { news: 2 }, []],
    [
      'a pager with most links to one tab',
      links('&tbm=nws&start=10', '&tbm=vid&start=10', '&tbm=vid&start=20'),
      { videos: 2 },
      [],
    ],
    ['a pager with as many links to either tab', links('&tbm=nws&start=10', '&tbm=vid&start=20'), { news: 2 }, []],
    ['search tools', links('&udm=2&tbs=qdr:d'), { images: 1 }, []],
    ['a link with search tools and an offset', links('&udm=2&tbs=qdr:d&start=10'), { images: 3 }, []],
    ['a tab bar without the main tab', links('&tbm=nws', '&tbm=isch'), { search: 1 }, ['news', 'images']],
    ['one link of a tab', links('&tbm=nws'), {}, []],
    ['a tab bar with the main tab', links('', '&tbm=nws', '&tbm=isch'), {}, ['search', 'news', 'images']],
    ['a main tab with an unknown parameter', links('&x=1', '&tbm=nws', '&tbm=isch'), { search: 1 }, ['news', 'images']],
    [
      'a main tab with tracking parameters',
      links('&source=x&sa=y', '&tbm=nws', '&tbm=isch'),
      {},
      ['search', 'news', 'images'],
    ],
    [
      'a main tab whose first parameter is for tracking',
      `<a href="/search?sa=y&q=tea">x</a>${links('&tbm=nws', '&tbm=isch')}`,
      {},
      ['search', 'news', 'images'],
    ],
    ['links of one tab', links('&tbm=nws', '&tbm=nws'), {}, []],
    ['tabs of another query', '<a href="/search?q=a&tbm=nws">x</a><a href="/search?q=b&tbm=isch">x</a>', {}, []],
    [
      'a bar that ends with another query',
      `${links('&tbm=nws', '&tbm=isch')}<a href="/search?q=b&tbm=vid">x</a>`,
      { search: 1 },
      ['news', 'images'],
    ],
    ['a bar that ends with the main tab', links('&tbm=nws', '&tbm=isch', ''), { search: 1 }, ['news', 'images']],
    [
      'two links to other services between tabs',
      links('&tbm=nws') + other.repeat(2) + links('&tbm=isch'),
      { search: 1 },
      ['news', 'images'],
    ],
    ['three links to other services between tabs', links('&tbm=nws') + other.repeat(3) + links('&tbm=isch'), {}, []],
    ['an unknown tab', links('&udm=99&start=10'), { 99: 2 }, []],
    ['another path', '<a href="/advanced_search?tbm=nws&start=10">x</a>', {}, []],
    ['another engine', '<a href="https://www.bing.com/search?tbm=nws&start=10">x</a>', {}, []],
  ])('Google: %s', (_, html, signs, others) => {
    expect(evidenceOf('alpha', html)).toEqual([signs, others]);
  });

  test.each<['beta' | 'gamma', string, object, string[]]>([
    ['beta', '<a href="/images/search?q=tea&first=10">x</a>', { images: 2 }, []],
    ['beta', '<a href="/search?q=tea&first=10">x</a>', { search: 2 }, []],
    ['beta', '<a href="/shop?q=tea&qft=1">x</a>', { shop: 1 }, []],
    ['beta', '<a href="/academic/search?q=tea&first=1">x</a>', { academic: 2 }, []],
    ['beta', '<a href="/images/searches?q=tea&first=1">x</a><a href="/ck/a?first=1">x</a>', {}, []],
    [
      'beta',
      '<a href="/search?q=tea">x</a><a href="/images/search?q=tea">x</a><a href="/videos/search?q=tea">x</a>',
      {},
      ['search', 'images', 'videos'],
    ],
    ['gamma', '<a href="/news?q=tea&offset=1">x</a><a href="/news?q=tea&tf=pd">x</a>', { news: 3 }, []],
    ['gamma', '<form action="/images"><input name="q" value="tea"></form>', { images: 1 }, []],
    [
      'gamma',
      '<form action="https://search.brave.com/videos?x"><input name="q" value="tea"></form>',
      { videos: 1 },
      [],
    ],
    ['gamma', '<form action="//search.brave.com"><input name="q" value="tea"></form>', {}, []],
    ['gamma', '<form><input name="q" value="tea"></form>', {}, []],
    ['gamma', '<form action="news"><input name="q" value="tea"></form>', {}, []],
  ])('%s: %s', (engine, html, signs, others) => {
    expect(evidenceOf(engine, html)).toEqual([signs, others]);
  });

  test.each([
    ['alpha', links('&start=10', '&tbm=nws', '&source=lnt&tbm=nws', '', '&x=1'), ['tea', 'tea']],
    ['alpha', '<a href="/search?tbm=nws">x</a>', []],
    ['beta', '<a href="/search?q=a&first=10">x</a><a href="/images/search?q=b">x</a>', ['a']],
    ['gamma', '<a href="/search?q=a&offset=x">x</a><a href="/search?q=b&offset=2">x</a>', ['b']],
  ] as const)('%s: the links of %s have the queries %j', (engine, html, queries) => {
    expect(linkedQueries(engine, parseHtmlPage(html))).toEqual(queries);
  });
});

test('assertKind names the tab with the most signs, whichever comes first', () => {
  const [pager, tools] = ['/images?q=tea&offset=1', '/news?q=tea&tf=pd'];
  const answered = expect.objectContaining({ details: expect.objectContaining({ answered: 'gamma.images' }) });
  for (const hrefs of [
    [pager!, tools!],
    [tools!, pager!],
  ])
    expect(() => assertKind('gamma.search', linked(...hrefs))).toThrow(answered);
});
