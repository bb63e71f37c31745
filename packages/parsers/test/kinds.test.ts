import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { operationNames, operations, PageError, type ParseOptions, parseAuto } from '../src/index.js';
import { readCaptures } from './support/pages.js';

const pageNames = operationNames.filter((name) => name !== 'alpha.autocomplete');
const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

function refusalOf(read: () => unknown): PageError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof PageError) return error;
    throw error;
  }
}

const kindOfRefusal = (read: () => unknown) => {
  const error = refusalOf(read);
  return error?.details.reason === 'kind' ? error.details : undefined;
};

/** The frame of a page of Google around a row. Each part alone identifies the tab. */
interface Frame {
  form?: string;
  tabs?: readonly string[];
  pager?: string;
  tools?: string;
}

function framed({ form, tabs = [], pager, tools }: Frame): string {
  const link = (parameters: string) => `<a href="/search?q=tea${parameters}">x</a>`;
  return `<title>tea - Google Search</title><a href="/preferences">settings</a>
    ${form === undefined ? '' : `<form action="/search"><input name="q" value="tea">${form}</form>`}
    <nav>${tabs.map(link).join('')}</nav>
    <div id="rso"><div><a href="https://tea.example/green"><h3>Green tea</h3><cite>https://tea.example › green</cite></a>
    <div>Picked in spring.</div></div></div><div id="botstuff"></div>
    ${tools === undefined ? '' : link(`${tools}&source=lnt`)}${pager === undefined ? '' : link(`${pager}&start=10`)}`;
}

const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
const otherTabs = ['&tbm=isch', '&tbm=bks'];

describe('the tab of a page of Google', () => {
  it.each<[string, Frame, string]>([
    ['its form', { form: field('tbm', 'nws') }, 'alpha.news'],
    ['its form with udm', { form: field('udm', '7') }, 'alpha.videos'],
    ['its pager', { pager: '&tbm=vid' }, 'alpha.videos'],
    ['its pager, although its form has no tab', { form: '', pager: '&tbm=shop' }, 'alpha.shopping'],
    ['its tools', { tools: '&udm=2' }, 'alpha.images'],
    ['its tab bar, which links to the main tab', { tabs: ['', ...otherTabs] }, 'alpha.other'],
    ['its form with an unknown tab', { form: field('udm', '77'), pager: '&udm=77' }, 'alpha.77'],
  ])('is recognised by %s', (_, frame, answered) => {
    const details = kindOfRefusal(() => operations['alpha.search'](framed(frame)));
    expect(details).toEqual({ reason: 'kind', asked: 'alpha.search', answered });
  });

  it.each<[string, Frame]>([
    ['its form', { form: '' }],
    ['its form with an empty tab', { form: field('tbm', '') }],
    ['its form with the tab for web results only', { form: field('udm', '14') }],
    ['its pager', { pager: '' }],
    ['its tab bar, which links to all others', { tabs: ['&tbm=nws', ...otherTabs, '&udm=7'] }],
    ['its tab bar, which lacks the main tab', { tabs: otherTabs }],
  ])('is recognised as the main one by %s', (_, frame) => {
    for (const asked of ['alpha.news', 'alpha.videos'] as const) {
      expect(kindOfRefusal(() => operations[asked](framed(frame)))).toMatchObject({ answered: 'alpha.search' });
    }
    expect(operations['alpha.search'](framed(frame)).organic_results).toHaveLength(1);
  });

  it.each<[string, Frame]>([
    ['no tab', {}],
    ['a link to images for the query', { tabs: ['&tbm=isch'] }],
    ['a pager link of the tab beside a form without a tab', { form: '', pager: '&tbm=nws', tabs: otherTabs }],
    ['a link of the tab to itself', { form: field('tbm', 'nws'), tabs: ['&tbm=nws', ...otherTabs] }],
  ])('does not reject a page that shows %s', (_, frame) => {
    expect(kindOfRefusal(() => operations['alpha.news'](framed(frame)))).toBeUndefined();
  });

  it('is stated in the error message', () => {
    const error = refusalOf(() => operations['alpha.news'](framed({ form: '' })));
    expect(error?.message).toBe('The page is not the one that was asked for: alpha.search instead of alpha.news');
  });
});

describe('a list of rows of Google that does not show its tab', () => {
  const row = (site: string, head: string, below: string) =>
    `<div><a href="https://${site}.example/x"><h3>Green tea ${site}</h3>${head}</a>${below}</div>`;
  const listOf = (head: (site: string) => string, below: string) =>
    `<div id="rso">${['one', 'two', 'three'].map((site) => row(site, head(site), below)).join('')}</div>`;
  const text = '<div>A text about green tea that is long enough for it.</div>';
  const lists = {
    'alpha.search': listOf((site) => `<cite>https://${site}.example › x</cite>`, text),
    'alpha.news': listOf((site) => `<div>The ${site}</div>`, `${text}<div>2 hours ago</div>`),
    'alpha.videos': listOf(
      (site) => `<cite>https://${site}.example › x</cite>`,
      `<div>4:05</div>${text}<div>2 May 2024</div>`,
    ),
  } as const;
  const names = ['alpha.search', 'alpha.news', 'alpha.videos'] as const;

  it.each(names)('is read as %s only if its rows look like it', (name) => {
    const read = names.filter((other) => refusalOf(() => operations[other](lists[name])) === undefined);
    expect(read).toEqual([name]);
  });

  it('is rejected with the reason', () => {
    const error = refusalOf(() => operations['alpha.news'](lists['alpha.search']));
    expect(error?.details).toEqual({ reason: 'its rows do not look like those of alpha.news' });
  });

  it.each([
    '<script src="https://www.google.com/recaptcha/api.js"></script>',
    '<a href="https://consent.google.com/ml">Cookies</a>',
  ])('is read beside %s', (part) => {
    const rows = lists['alpha.videos'].replace('<div id="rso">', '<div>');
    expect(refusalOf(() => operations['alpha.videos'](part + rows))).toBeUndefined();
    expect(refusalOf(() => operations['alpha.videos'](part))?.state).toMatch(/captcha|consent/);
  });
});

it('does not read rows of Brave without its frame as rows of another engine', () => {
  const row =
    '<div><a href="https://tea.example/x"><h3>Tea</h3><cite>https://tea.example › x</cite></a><p>A text about green tea that is long enough.</p><img src="https://imgs.search.brave.com/a"></div>';
  expect(kindOfRefusal(() => operations['alpha.search'](`<div id="main">${row}${row}</div>`))).toMatchObject({
    answered: 'gamma.search',
  });
});

/** The maximum number of captures per operation, taken evenly from all, as each parser reads each of them. */
const maxRead = 50;

/** The least number of captures to compare, given all of an operation: half of the few that a new one begins with. */
function fewestOf(captures: number): number {
  return captures < 40 ? captures / 2 : 20;
}

describe.each(pageNames)('captures of %s', (name) => {
  const own = captures
    .filter(({ operation }) => operation === name)
    .map((capture) => ({ ...capture, refusal: refusalOf(() => operations[name](capture.text)) }));
  const read = own.filter(({ refusal }) => refusal === undefined);

  it('are read by their parser', () => {
    expect(read.length).toBeGreaterThan(fewestOf(own.length));
    const lost = own.filter(({ refusal }) => refusal?.details.reason === 'kind');
    expect(lost.map((capture) => capture.name).filter((slug) => !/refused/.test(slug))).toEqual([]);
  });

  it('are read by no other parser, and recognised by parseAuto', () => {
    const framedPages = read.filter(({ text }) => /<title>/.test(text) && /name="?q\b/.test(text));
    const step = Math.ceil(framedPages.length / maxRead);
    const whole = framedPages.filter((_, index) => index % step === 0);
    expect(whole.length).toBeGreaterThan(fewestOf(own.length));
    const others = pageNames.filter((other) => other !== name);
    const autoOf = (text: string) => {
      let operation: string | undefined;
      const error = refusalOf(() => {
        operation = parseAuto(text).operation;
      });
      return operation ?? error?.message;
    };
    const taken = whole.flatMap((page) =>
      others
        .filter((other) => refusalOf(() => operations[other](page.text)) === undefined)
        .map((other) => [other, page.name]),
    );
    expect(taken).toEqual([]);
    expect(whole.map((page) => [autoOf(page.text), page.name]).filter(([auto]) => auto !== name)).toEqual([]);
  });
});

describe('parseAuto', () => {
  const stateOf = (body: string, options?: ParseOptions) => refusalOf(() => parseAuto(body, options))?.state;

  it('applies the options', () => {
    const { operation, result } = parseAuto(framed({ form: field('tbm', 'nws') }), { query: 'tea', page: 1 });
    expect([operation, 'organic_results' in result && result.organic_results.length]).toEqual(['alpha.news', 1]);
    expect(stateOf(framed({ form: '' }), { query: 'coffee' })).toBe('wrong_query');
  });

  it.each([
    ['["tea",["tea pot","tea house"]]'],
    ['<?xml version="1.0"?><toplevel><CompleteSuggestion><suggestion data="tea pot"/></CompleteSuggestion></toplevel>'],
  ])('recognises suggestions: %s', (body) => {
    expect(parseAuto(body).operation).toBe('alpha.autocomplete');
  });

  it('rejects a tab that no operation reads, with its name', () => {
    const error = refusalOf(() => parseAuto(framed({ form: field('udm', '2') })));
    expect(error).toMatchObject({ state: 'wrong_page', details: { reason: 'kind', answered: 'alpha.images' } });
    expect(error?.message).toBe('The page is not the one that was asked for: alpha.images');
  });

  it('reports the state of a refusal of any engine', () => {
    expect(stateOf('<form id="captcha-form" action="index"><input name="q"></form>')).toBe('captcha');
    expect(stateOf('<title>429 Too Many Requests</title>')).toBe('rate_limited');
  });

  it('rejects a page without evidence of an engine', () => {
    expect(stateOf('<h3><a href="https://tea.example/">Green tea</a></h3><cite>tea.example</cite>')).toBe(
      'unrecognised',
    );
  });
});

describe('a query that differs from that of the links of a page', () => {
  const rewritten = framed({ form: '', tabs: ['&tbm=nws', '&udm=2'], pager: '' }).replaceAll('q=tea', 'q=tea+pot');
  const refusalFor = (query: string, body = rewritten) => refusalOf(() => operations['alpha.search'](body, { query }));

  it('is reported as wrong', () => {
    expect(refusalFor('tea')).toMatchObject({ state: 'wrong_query', details: { asked: 'tea', answered: 'tea pot' } });
  });

  it('is not reported if the page states the other query above its rows', () => {
    const mentioned = rewritten.replace('<div id="rso">', '<p>Results for <b>tea pot</b></p><div id="rso">');
    expect(refusalFor('tea', mentioned)).toBeUndefined();
    const mentionedBelow = rewritten.replace('<div id="botstuff">', '<div id="botstuff"><b>tea pot</b>');
    expect(refusalFor('tea', mentionedBelow)?.state).toBe('wrong_query');
  });

  it('is not reported if a link searches for the original query, or if there is a single link', () => {
    expect(refusalFor('tea', rewritten.replace('q=tea+pot&udm', 'q=tea&udm'))).toBeUndefined();
    expect(refusalFor('tea', framed({ form: '', pager: '' }).replaceAll('q=tea', 'q=tea+pot'))).toBeUndefined();
  });
});
