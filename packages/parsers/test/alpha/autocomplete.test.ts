import { describe, expect, it } from 'vitest';
import { PageError, type ParseOptions, parseAlphaAutocomplete } from '../../src/index.js';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(body: string | Uint8Array, options?: ParseOptions): string[] {
  return parseAlphaAutocomplete(body, options).suggestions.map(({ value }) => value);
}

function stateOf(body: string | Uint8Array, options?: ParseOptions): string {
  try {
    parseAlphaAutocomplete(body, options);
    return 'read';
  } catch (error) {
    if (error instanceof PageError) return error.state;
    throw error;
  }
}

describe('response formats', () => {
  const formats: [client: string, body: string][] = [
    ['firefox, before 2021', '["pa",["paper boat","pale moon"]]'],
    ['firefox', '["pa",["paper boat","pale moon"],[],{"google:suggestsubtypes":[[512],[]]}]'],
    ['chrome', '["pa",["paper boat","pale moon"],["",""],[],{"google:suggestrelevance":[601,600]}]'],
    ['chrome, more relevance scores than suggestions', '["pa",["paper boat","pale moon"],["","",""],[],{"x":[3,2,1]}]'],
    ['chrome, empty query', ')]}\'\n["",["paper boat","pale moon"],["",""],[],{}]'],
    ['chrome with a callback', 'show && show(["pa",["paper boat","pale moon"],[],[],{}])'],
    ['safari', '["pa",[["paper boat","",[512]],["pale moon","",[512,433]]],{"k":1,"q":"token"}]'],
    ['youtube', 'window.google.ac.h(["pa",[["paper boat",0,[512]],["pale moon",0]],{"k":1}])'],
    [
      'search box of 2009',
      'window.google.ac.h(["pa",[["paper boat","42 results","0"],["pale moon","7 results","1"]]])',
    ],
    ['psy-ab', '["pa",[["pa\\u003cb\\u003eper boat\\u003c\\/b\\u003e",0],["pale moon",0,[3]]],{"q":"token"}]'],
    [
      'gws-wiz',
      'window.google.ac.h([[["pa<b>per boat</b>",0,[512]],["<b>pale </b>moon",46,[3],{"zh":"X"}]],{"q":"t"}])',
    ],
    ['gws-wiz with xssi=t', ')]}\'\n[[["paper boat",0,[512]],["pale moon",0]],{"ag":{"a":{"1":["",1]}},"q":"t"}]'],
    [
      'toolbar',
      '<?xml version="1.0"?><toplevel><CompleteSuggestion><suggestion data="paper boat"/></CompleteSuggestion><CompleteSuggestion><suggestion data="pale moon"/><num_queries int="7"/></CompleteSuggestion></toplevel>',
    ],
  ];

  it.each(formats)('%s', (_client, body) => {
    expect(read(body)).toEqual(['paper boat', 'pale moon']);
  });

  it('keeps URLs, calculations and duplicate suggestions unchanged', () => {
    const body = '["2+2",["= 4","https:\\/\\/paper.example\\/","2+2"],["Calculator","Paper",""],[],{}]';
    expect(read(body)).toEqual(['= 4', 'https://paper.example/', '2+2']);
  });
});

describe('a response in another wrapper', () => {
  const list = '["pa",["paper boat","pale [moon]"],[],{"x":"]"}]';
  it.each([
    ")]}',\n",
    'while(1);',
    "throw 1; <don't be evil>",
    '&&&START&&&',
    '{}&&',
    `${list.length}\n`,
    '\ufeff/* call */ ',
    'window.suggestions = ',
    'window["done"] = ',
    "window['google']['ac'](",
    'if (done) { done(1, ',
    '{"data":',
  ])('%s', (guard) => {
    const ends = guard.includes('done(') ? [] : ['', '}'];
    for (const end of [...ends, ')', ');\n// end'])
      expect(read(`${guard}${list}${end}`)).toEqual(['paper boat', 'pale [moon]']);
  });

  it('is a string with the data', () => {
    expect(read(JSON.stringify({ e: 'x', d: list }))).toEqual(['paper boat', 'pale [moon]']);
    expect(read(JSON.stringify(list))).toEqual(['paper boat', 'pale [moon]']);
  });

  it('has something else between the query and the rows', () => {
    for (const between of ['null', '{}', '7']) expect(read(`["pa",${between},["paper boat"]]`)).toEqual(['paper boat']);
    expect(read('[null,[["pale <b>moon</b>",0]]]')).toEqual(['pale moon']);
  });

  it('has lists of rows in a list', () => {
    expect(read('[[[["paper boat",0]],{}]]')).toEqual(['paper boat']);
    expect(stateOf('[["stone",["stone age"]]]', { query: 'paper' })).toBe('wrong_query');
  });

  it('is shown by a browser', () => {
    const shown = (text: string, before = '') =>
      `<html><head><title>q</title></head><body>${before}<pre>${text}</pre><div></div></body></html>`;
    expect(read(shown(')]}\'\n["pa",["a  &lt; b"]]'))).toEqual(['a  < b']);
    expect(stateOf(shown('["pa",["a"]]', '<p>An error.</p>'))).toBe('unrecognised');
    expect(stateOf(shown('nothing'))).toBe('unrecognised');
  });
});

describe('responses without suggestions', () => {
  it.each([
    '["zzq",[],[],[],{"google:suggesttype":[]}]',
    'window.google.ac.h([[],{"q":"token"}])',
    'window.google.ac.h(["zzq",[],{"k":1}])',
    '<?xml version="1.0"?><toplevel/>',
  ])('%s', (body) => {
    expect(read(body)).toEqual([]);
  });
});

describe('markup and entities', () => {
  it('decodes entities in the HTML formats once', () => {
    const rows = [
      ['tom &amp; anna&#39;s', 0],
      ['write &amp;amp; in html', 0],
      ['vector&lt;int&gt;', 0],
      ['<3 songs', 0],
    ];
    expect(read(JSON.stringify([rows, {}]))).toEqual([
      "tom & anna's",
      'write &amp; in html',
      'vector<int>',
      '<3 songs',
    ]);
  });

  it('does not decode entities in the plain text formats', () => {
    expect(read('["a",["&amp; in html","vector<int>"]]')).toEqual(['&amp; in html', 'vector<int>']);
  });

  it('decodes XML entities', () => {
    const body =
      '<toplevel><CompleteSuggestion><suggestion data="a &amp;amp; b &#x131;"/></CompleteSuggestion></toplevel>';
    expect(read(body)).toEqual(['a &amp; b ı']);
  });
});

describe('charset of a body given as bytes', () => {
  it('is taken from Content-Type', () => {
    const body = latin1('["fa\xfe",["fa\xfeist"]]');
    expect(read(body, { contentType: 'text/javascript; charset=ISO-8859-9' })).toEqual(['faşist']);
    expect(read(body, { contentType: 'text/javascript; charset=ISO-8859-1' })).toEqual(['faþist']);
  });

  it('is UTF-8 if none is declared and the bytes are valid UTF-8', () => {
    expect(read(utf8('["für",["für elise"]]'), { contentType: 'text/javascript' })).toEqual(['für elise']);
  });

  it('is ISO-8859-1 if none is declared and the bytes are not valid UTF-8', () => {
    expect(read(latin1('["f\xfcr",["f\xfcr elise"]]'))).toEqual(['für elise']);
    expect(read(latin1('<?xml version="1.0"?><toplevel><suggestion data="et\xe0"/></toplevel>'))).toEqual(['età']);
  });

  it('is taken from the XML declaration', () => {
    const body = latin1(
      '<?xml version="1.0" encoding="windows-1251"?><toplevel><suggestion data="\xea\xee\xf2"/></toplevel>',
    );
    expect(read(body)).toEqual(['кот']);
  });

  it('is taken from the XML declaration after white space', () => {
    const declared =
      ' <?xml version="1.0" encoding="windows-1251"?><toplevel><suggestion data="\xea\xee\xf2"/></toplevel>';
    expect(read(latin1(declared))).toEqual(['кот']);
  });

  it('is not taken from the suggestions', () => {
    expect(read(utf8('["open",["open encoding=utf-16 é"]]'))).toEqual(['open encoding=utf-16 é']);
  });
});

describe('invalid responses', () => {
  it.each([
    [
      'an error page',
      '<!DOCTYPE html><title>Error 400 (Bad Request)!!1</title><p><b>400.</b> That’s an error.',
      'unrecognised',
    ],
    ['a 403 page', '<!DOCTYPE html><title>Error 403 (Forbidden)!!1</title><p>', 'forbidden'],
    ['a captcha', '<html><form id="captcha-form" action="index"><div data-sitekey="k"></div></form></html>', 'captcha'],
    [
      'a result page',
      '<html><div id="rso"><a href="https://paper.example/"><h3>Paper</h3></a></div></html>',
      'unrecognised',
    ],
    ['a truncated response', '["pa",["paper boat","pale', 'unrecognised'],
    ['an object', '{"error":{"code":400}}', 'unrecognised'],
    ['suggestions of an unknown type', '["pa",[1,{"a":2}]]', 'unrecognised'],
    ['only the query', '["pa"]', 'unrecognised'],
    ['an empty body', '', 'unrecognised'],
  ])('throws a PageError for %s', (_what, body, state) => {
    expect(stateOf(body)).toBe(state);
  });

  it('throws wrong_query for a response to another query', () => {
    expect(stateOf('["stone",["stone age"]]', { query: 'paper' })).toBe('wrong_query');
    expect(stateOf('["Paper ",["paper boat"]]', { query: 'paper' })).toBe('read');
  });
});

it('refuses an option that does not exist', () => {
  expect(() => parseAlphaAutocomplete('["a",[]]', { lang: 'de' } as ParseOptions)).toThrow(TypeError);
});

describe('a suggestion', () => {
  it.each<[string, unknown[], string[]]>([
    ['is HTML if its second item is a number', [['a&amp;b', 0]], ['a&b']],
    ['is plain text if its second item is a string', [['a&amp;b', '']], ['a&amp;b']],
    ['is trimmed', [' a ', [' b ', 0], [' c ', '']], ['a', 'b', 'c']],
    ['is ignored if it is blank', ['a', ' ', ['', 0]], ['a']],
    ['is ignored if it has another type', ['a', 7, { b: 1 }, [8, 0], null], ['a']],
    ['is ignored if it has only invisible characters', ['a', '\u200b'], ['a']],
  ])('%s', (_, rows, values) => {
    expect(read(JSON.stringify(['a', rows]))).toEqual(values);
    expect(read(JSON.stringify([rows]))).toEqual(values);
  });

  it('is one of at most 1,000', () => {
    const response = (count: number): string => JSON.stringify(['a', Array.from({ length: count }, (_, n) => `a${n}`)]);
    expect(read(response(1000))).toHaveLength(1000);
    expect(() => parseAlphaAutocomplete(response(1001))).toThrow(
      expect.objectContaining({ state: 'unrecognised', details: { reason: 'more than 1000 suggestions' } }),
    );
  });

  it('in XML is ignored if it is blank or has no data attribute', () => {
    const row = (attributes: string): string => `<CompleteSuggestion><suggestion ${attributes}/></CompleteSuggestion>`;
    expect(read(`<toplevel>${row('data=" a "')}${row('data=" "')}${row('')}</toplevel>`)).toEqual(['a']);
  });
});

describe('the query in a response', () => {
  it('is compared with the requested query in every format that contains it', () => {
    expect(stateOf('f(["stone",[["stone age",0]]])', { query: 'paper' })).toBe('wrong_query');
    expect(stateOf('[["stone age"],{}]', { query: 'paper' })).toBe('read');
    expect(stateOf('<toplevel><suggestion data="stone age"/></toplevel>', { query: 'paper' })).toBe('read');
  });
});

describe('a response with the option `truncated`', () => {
  it.each([
    ['["a",["b"]]', 'read'],
    ['["a",["b"]', 'truncated'],
    ['f(["a",["b"]]', 'truncated'],
    ['f(["a",["b"]])', 'read'],
    ['f(["a",["b"]', 'truncated'],
    ['f', 'truncated'],
    ['<toplevel><CompleteSuggestion>', 'truncated'],
    ['<toplevel/> ', 'read'],
    ['<toplevel a="b" />', 'read'],
    ['<p><toplevel/></p', 'truncated'],
  ])('%s is %s', (body, state) => {
    expect(stateOf(body, { truncated: true })).toBe(state);
  });
});

it('reads a reply as a browser shows it, with an element in its text', () => {
  const html = '<html><body><pre>["te<wbr>a",["tea shop"]]</pre></body></html>';
  expect(parseAlphaAutocomplete(html).suggestions).toEqual([{ value: 'tea shop' }]);
});
