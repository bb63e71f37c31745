import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeEscapesRepeatedly } from '../src/captures/decoding.js';
import { createSecretScrubber } from '../src/captures/scrub.js';
import { isSecretParam, recordCookieValues, secretsOf } from '../src/captures/secrets.js';
import { encodings } from './support/encodings.js';
import { newSession, requestFor } from './support/requests.js';

const secret = 'Zq7/é+<ö>&w"';
const scrubber = createSecretScrubber([secret]);

/** The decoded text of escapes, decoded as often as necessary. */
function decoded(text: string): string {
  return Buffer.from([...decodeEscapesRepeatedly(text)].at(-1)!.text, 'latin1').toString();
}

describe('the decoded text', () => {
  it.each([
    ['%41%2f%C3%a9', 'A/é'],
    ['\\u0041\\u00e9', 'Aé'],
    ['\\ud83d\\ude00 \\uD83D\\uDE00', '😀 😀'],
    ['\\u{1f600}\\u{41}', '😀A'],
    ['%u0041%u20ac', 'A€'],
    ['&#x41;&#X1F600;&#x42', 'A😀B'],
    ['&#65;&#128512;&#066', 'A😀B'],
    ['\\x41\\x7A', 'Az'],
    ['\\101\\057', 'A/'],
    ['&amp;&LT;&ouml;&Ouml;', '&<öÖ'],
    ['&nosuchname; &a', '&nosuchname; &a'],
    ['&oUML;&#x10ffff;&#1114111;', 'ö\u{10ffff}\u{10ffff}'],
    ['\\/\\"\\\\', '/"\\'],
    ['a\\nb\\rc', 'abc'],
    ['a\\tb\\bc\\fd\\ve', 'a\tb\bc\fd\ve'],
    ['a\0b\r\nc', 'abc'],
    ['%2541 &amp;#65; \\\\u0041', 'A A A'],
    ['&#1114112;&#x110000;', '&#1114112;&#x110000;'],
    ['100 % of %4 \\u12', '100 % of %4 \\u12'],
    ['\\ud83d alone', `${'\ufffd'} alone`],
  ])('of %j is %j', (text, expected) => {
    expect(decoded(text)).toBe(expected);
  });

  it('keeps where each character begins and ends', () => {
    const [first, second, ...others] = [...decodeEscapesRepeatedly('ab%43d&amp;e')];
    expect(first).toMatchObject({ text: 'ab%43d&amp;e' });
    expect([...first!.starts].slice(0, 3)).toEqual([0, 1, 2]);
    expect([...first!.ends].slice(0, 3)).toEqual([1, 2, 3]);
    expect(second).toMatchObject({ text: 'abCd&e' });
    expect([...second!.starts]).toEqual([0, 1, 2, 5, 6, 11]);
    expect([...second!.ends]).toEqual([1, 2, 5, 6, 11, 12]);
    expect(others).toEqual([]);
  });

  it('is decoded at most five times', () => {
    const nested = (depth: number) => `%${'25'.repeat(depth)}41`;
    expect([...decodeEscapesRepeatedly(nested(4))].at(-1)!.text).toBe('A');
    expect([...decodeEscapesRepeatedly(nested(5))]).toHaveLength(6);
    expect([...decodeEscapesRepeatedly(nested(5))].at(-1)!.text).toBe('%41');
  });
});

describe('a secret', () => {
  it.each(Object.keys(encodings))('is replaced by as many x, and nothing else: %s', (how) => {
    const encoded = encodings[how]!(secret);
    const clean = scrubber.text(`tea (${encoded}) cups`);
    expect(clean).not.toContain(encoded.replace('Authorization: Basic ', ''));
    expect(clean).toMatch(/^tea \(.*x{6,}.*\) cups$/s);
    expect(Buffer.byteLength(clean)).toBe(Buffer.byteLength(`tea (${encoded}) cups`));
  });

  it('is replaced each time, and where it overlaps another', () => {
    const { text } = createSecretScrubber(['abcdef', 'defghi']);
    expect(text('abcdef, abcdef')).toBe('xxxxxx, xxxxxx');
    expect(text('_abcdefghi_')).toBe('_xxxxxxxxx_');
    expect(text('defghi abcdef')).toBe('xxxxxx xxxxxx');
    expect(createSecretScrubber(['abcdefgh', 'cdefgh']).text('-abcdefgh-')).toBe('-xxxxxxxx-');
  });

  it('is replaced in any case, and with the other letters of base64 and of forms', () => {
    const { text } = createSecretScrubber(['Ab+c/def']);
    expect(text('aB+C/DEF ab c/def AB-c_def')).toBe('xxxxxxxx xxxxxxxx xxxxxxxx');
  });

  it('of fewer than six characters is kept, because such texts also occur by chance', () => {
    expect(createSecretScrubber(['abcde']).text('abcde')).toBe('abcde');
    expect(createSecretScrubber(['abcdef']).text('abcdef')).toBe('xxxxxx');
    expect(createSecretScrubber(['       ']).text('a       b')).toBe('a       b');
  });

  it('is replaced within several encodings, at most four deep', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const { text } = createSecretScrubber(['hunter-Word-2']);
    let nested = 'say hunter-Word-2 now';
    for (let depth = 0; depth < 5; depth += 1) {
      nested = base64(nested);
      expect(text(`(${nested})`)).toBe(`(${'x'.repeat(nested.replace(/=+$/, '').length)}${/=*$/.exec(nested)![0]})`);
    }
    expect(text(base64(nested))).toBe(base64(nested));
  });

  it('in one of many sequences of letters hides only that one', () => {
    const { text } = createSecretScrubber(['hunter-Word-2']);
    const hidden = Buffer.from('hunter-Word-2 or so').toString('hex');
    const words = ['0123456789abcdef', 'internationalisation', 'deadbeefdeadbeef'];
    expect(text(`${words[0]} ${hidden} ${words[1]} ${hidden.toUpperCase()} ${words[2]}`)).toBe(
      `${words[0]} ${'x'.repeat(hidden.length)} ${words[1]} ${'x'.repeat(hidden.length)} ${words[2]}`,
    );
  });

  it('is replaced without changes to the letters beside it', () => {
    const { text } = createSecretScrubber(['hunter2x']);
    expect(text('Größe 日本 hunter2x')).toBe('Größe 日本 xxxxxxxx');
    expect(text('&myhunter2x; &amphunter2x;')).toBe('&myxxxxxxxx; &ampxxxxxxxx;');
  });

  it('leaves a text without it as it is', () => {
    for (const text of ['', 'tea', 'ö\ud800', Buffer.from('some other words').toString('base64')])
      expect(scrubber.text(text)).toBe(text);
  });
});

describe('bytes', () => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  const { bytes } = createSecretScrubber(['hunter-Wörd-2']);

  it.each(['utf8', 'latin1', 'utf16le'] as const)('are cleaned in %s', (charset) => {
    const clean = text(bytes(Buffer.from('<p>hunter-Wörd-2</p>', charset))).replaceAll('\0', '');
    expect(clean).toMatch(/^<p>x{13,}<\/p>$/);
  });

  it('that are compressed are decompressed only if they contain a secret', () => {
    for (const compress of [gzipSync, deflateSync]) {
      expect(text(bytes(compress('say hunter-Wörd-2')))).toBe('say xxxxxxxxxxxxxx');
      const plain = compress('say nothing of it');
      expect(text(bytes(plain))).toBe(text(plain));
    }
    expect(text(bytes(gzipSync('say hunter-Wörd-2, then more '.repeat(40)).subarray(0, -12)))).toContain('say xxxxxxx');
  });

  it('that only begin like compressed data are kept', () => {
    for (const start of [[0x1f, 0x8b], [0x78, 0x9c], [0x78, 0x00], [0x1f], [0x78], []])
      expect([...bytes(Uint8Array.from([...start, 1, 2, 3]))]).toEqual([...start, 1, 2, 3]);
  });

  it('of a part of a buffer are cleaned within that part', () => {
    const whole = Buffer.from('hunter-Wörd-2|tea|hunter-Wörd-2');
    const part = whole.subarray(15, 18);
    expect(text(bytes(part))).toBe('tea');
  });
});

describe('a parameter', () => {
  it.each(['key', 'api_key', 'apiKey', 'access-token', 'X.Auth', 'JWT', 'sid', 'user_password', 'sig', 'Session'])(
    '%s is a credential',
    (name) => expect(isSecretParam(name)).toBe(true),
  );
  it.each(['q', 'keyword', 'monkey', 'hl', 'tokens', 'design', 'compass', 'authority'])('%s is not', (name) =>
    expect(isSecretParam(name)).toBe(false),
  );
});

describe('the secrets of a fetch', () => {
  const proxy = { id: 'p', url: new URL('http://us%20er:pa%2Fss@[2001:db8::7]:8000') };

  it('are those of the proxy, encoded and decoded, and its address', async () => {
    const found = await secretsOf({ request: requestFor('http://engine.test/'), session: newSession({ proxy }) });
    expect(found).toEqual(
      expect.arrayContaining([
        'us%20er',
        'pa%2Fss',
        'us%20er:pa%2Fss',
        'pa%2Fss:us%20er',
        'us er',
        'pa/ss',
        'us er:pa/ss',
      ]),
    );
    expect(found).toEqual(
      expect.arrayContaining(['pa/ss:us er', '[2001:db8::7]:8000', '[2001:db8::7]', '2001:db8::7']),
    );
  });

  it('are none without a proxy, credentials and cookies', async () => {
    const found = await secretsOf({ request: requestFor('http://engine.test/?q=tea'), session: newSession() });
    expect(found.filter((one) => one !== '')).toEqual([]);
  });

  it('are none of a text that is not an address', async () => {
    const page = { url: 'elsewhere', status: 200, headers: {}, body: new Uint8Array() };
    const found = await secretsOf({ request: requestFor('no address'), page, session: newSession() });
    expect(found.filter((one) => one !== '')).toEqual([]);
  });

  it('are those in addresses, headers and cookies', async () => {
    const session = newSession();
    await session.cookies.setCookie('id="quoted"; Path=/', 'http://engine.test/');
    await session.cookies.setCookie('second=other=1; Path=/', 'http://engine.test/');
    const headers = {
      ...{ authorization: 'Bearer token-1', 'x-api-key': 'key-2', 'proxy-authorization': `Basic ${btoa('a:b:c')}` },
      ...{ 'x-signature': 'Algo user="name", sig=word;more="x y"', accept: 'text/html', 'x-monkey': 'none' },
    };
    const page = {
      url: 'http://jane:doe@engine.test/end?sid=of-page',
      status: 200,
      headers: {},
      body: new Uint8Array(),
    };
    const request = requestFor('http://engine.test/?q=tea&token=of-request', { headers });
    const found = await secretsOf({ request, page, session }, ['given%20one', '%zz']);
    expect(found).toEqual(
      expect.arrayContaining(['given%20one', 'given one', '%zz', 'jane', 'doe', 'jane:doe', 'of-page', 'of-request']),
    );
    expect(found).toEqual(
      expect.arrayContaining(['Bearer token-1', 'token-1', 'key-2', btoa('a:b:c'), 'a', 'b:c', 'a:b:c', 'b:c:a']),
    );
    expect(found).toEqual(expect.arrayContaining(['name', 'word', 'x y', 'quoted', 'other=1']));
    for (const other of ['tea', 'text/html', 'none', '"quoted"']) expect(found).not.toContain(other);
    expect(new Set(found).size).toBe(found.length);
  });

  it('include the cookies that were sent and received', async () => {
    const { cookies, values } = recordCookieValues(newSession().cookies);
    await cookies.setCookie(' id = "first" ; Path=/', 'http://engine.test/');
    await cookies.setCookie('id=second', 'http://engine.test/');
    expect(await cookies.getCookieString('http://engine.test/')).toBe('id=second');
    await expect(
      Promise.resolve(cookies.setCookie('a=foreign; Domain=other.test', 'http://engine.test/')),
    ).rejects.toThrow();
    await cookies.setCookie('spaced=third ; Path=/', 'http://engine.test/');
    expect([...values].toSorted()).toEqual(['first', 'foreign', 'second', 'third']);
  });
});
