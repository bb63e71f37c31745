import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Adapter,
  httpAdapter,
  type PageRequest,
  parseProxies,
  type RawPage,
  recordAdapter,
  type Session,
} from '../src/index.js';
import { encodings } from './support/encodings.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');

const proxyPassword = 'p@ss wörd/+"&1';
const proxyUser = 'customer-7';
const secrets = {
  'the password of the proxy': proxyPassword,
  'the login of the proxy': `${proxyUser}:${proxyPassword}`,
  'the login of the proxy, reversed': `${proxyPassword}:${proxyUser}`,
  'the user of the proxy': proxyUser,
  'the host of the proxy': 'gäte.provider.test',
  'the host of the proxy in Punycode': 'xn--gte-qla.provider.test',
  'a cookie of the session': 'AbCdEf=123/456+x',
  'a bearer token': 'tok-éè/12+34=',
  'a basic login': 'jane.doe:s3cret<word>',
  'a token in the address': 'url&token?42',
  'a parameter of another scheme': 'AKIA/2026/zürich',
  'a key in a header of a service': 'hdr-Kéy/+77',
  'a key that the adapter sends': "service'key~9",
  'a short key that the adapter sends': 'k/+3Zq',
  'a key with a per cent sign that is no escape': '100%-service-word',
} as const;

const kinds = Object.entries(secrets).flatMap(([what, secret]) =>
  Object.entries(encodings).map(([how, encode]) => ({ what, how, secret, encoded: encode(secret) })),
);

async function recorded(request: Partial<PageRequest>, page: Partial<RawPage>): Promise<string> {
  const [proxy] = parseProxies([`http://${proxyUser}:${encodeURIComponent(proxyPassword)}@gäte.provider.test:8000`]);
  const session: Session = newSession({ proxy: proxy! });
  await session.cookies.setCookie(`id=${secrets['a cookie of the session']}`, 'https://www.google.com/');
  const sent = requestFor(
    `https://www.google.com/search?q=tea&hl=de&api_key=${encodeURIComponent(secrets['a token in the address'])}`,
    {
      ...request,
      headers: {
        authorization: `Bearer ${secrets['a bearer token']}`,
        'proxy-authorization': `Basic ${base64(secrets['a basic login'])}`,
        'x-authorization': `Scheme name="somebody", credential="${secrets['a parameter of another scheme']}"`,
        'api-key': secrets['a key in a header of a service'],
      },
    },
  );
  const answer = {
    url: sent.url,
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(''),
    ...page,
  };
  return recordedFrom(async () => answer, sent, session);
}

/** The files of a recorded page. */
async function recordedFrom(inner: Adapter, request: PageRequest, session: Session): Promise<string> {
  const faults: unknown[] = [];
  const adapter = recordAdapter({
    adapter: inner,
    folder,
    secrets: [
      secrets['a key that the adapter sends'],
      secrets['a short key that the adapter sends'],
      secrets['a key with a per cent sign that is no escape'],
    ],
    onFault: (error) => void faults.push(error),
  });
  await adapter(request, { session, signal: AbortSignal.timeout(5_000) });
  await adapter.close?.();
  expect(faults).toEqual([]);
  const place = join(folder, 'alpha.search');
  const [last] = readdirSync(place).sort().reverse();
  const files = readdirSync(join(place, last!));
  return files.map((name) => readFileSync(join(place, last!, name), 'utf8')).join('\n');
}

describe('a recorded page contains', () => {
  it('no secret in any encoding in its body', async () => {
    const body = kinds.map(({ encoded }, index) => `<p id="${index}">${encoded}</p>`).join('\n');
    const text = await recorded({}, { body: Buffer.from(body) });
    expect(text).toContain(`<p id="${kinds.length - 1}">`);
    const left = kinds.filter(({ how, encoded }) =>
      text.includes(how === 'a header' ? encoded.split('Basic ')[1]! : encoded),
    );
    expect(left.map(({ what, how }) => `${what}, ${how}`)).toEqual([]);
  });

  it('no secret in the request, the address and the headers', async () => {
    const all = kinds.map(({ encoded }) => encoded).join(' | ');
    const url = `https://www.google.com/search?q=tea&hl=${encodeURIComponent(all)}&key=abcdefgh&session=qwertz&api_key=${encodeURIComponent(secrets['a token in the address'])}`;
    const headers = { 'content-type': `text/html; x=${all.replace(/[^ -~]/g, '')}`, 'retry-after': 'qwertz12' };
    const text = await recorded({ url, cookies: { place: all } }, { url, headers });
    const left = kinds.filter(
      ({ encoded }) => text.includes(encoded) || text.includes(JSON.stringify(encoded).slice(1, -1)),
    );
    expect(left.map(({ what, how }) => `${what}, ${how}`)).toEqual([]);
    expect(text).not.toMatch(/abcdefgh|qwertz"/);
  });

  it('no secret in another charset', async () => {
    const text = await recorded({}, { body: Buffer.from(`<p>${proxyPassword}</p>`, 'latin1') });
    expect(text).not.toContain('/+"&1');
  });

  it('no cookie that was sent, received or refused, even if its answer replaced or deleted it', async () => {
    const values = ['first-VALUE-11', 'between-VALUE-22', 'deleted-VALUE-33', 'elsewhere-VALUE-44', 'foreign-VALUE-55'];
    const { url } = await startServer((request, response) => {
      if (request.url?.startsWith('/start')) {
        const cookies = [`id=${values[1]}; Path=/`, `gone="${values[2]}"; Path=/`];
        return void response.writeHead(302, { Location: '/end', 'Set-Cookie': cookies }).end();
      }
      const set = [
        ...['id=last-VALUE-66; Path=/', 'gone=; Max-Age=0; Path=/'],
        ...[`other=${values[3]}; Path=/elsewhere`, `foreign=${values[4]}; Domain=foreign.test`],
      ];
      response
        .setHeader('Set-Cookie', set)
        .end(`<p>${request.headers.cookie} ${values.join(' ')} last-VALUE-66 tea</p>`);
    });
    const session = newSession();
    await session.cookies.setCookie(`id=${values[0]}; Path=/`, url);
    const text = await recordedFrom(httpAdapter(), requestFor(`${url}/start`), session);
    expect(text).toContain(' tea</p>');
    expect(text).not.toMatch(/VALUE/i);
  });

  it('no IP address, also in short forms and at the end of a sentence', async () => {
    const addresses = ['203.0.113.77', '2001:db8:a:b:c:d:e:f', '2a02:8388:1::7', '2003::1', 'fe80::1ff:fe23:4567:890a'];
    const others = 'v1.2.3.4.5 12:30:45 a::before b::after std::vector 1.2.3';
    const text = await recorded({}, { body: Buffer.from(`${addresses.map((one) => `<p>at ${one}.</p>`)} ${others}`) });
    expect(text).toContain(`<p>at 192.0.2.1.</p>,${'<p>at 2001:db8::1.</p>,'.repeat(4).slice(0, -1)} ${others}`);
  });

  it('the parameters of the request, and the text of the page', async () => {
    const text = await recorded({}, { body: Buffer.from('<p>tea for two, 12 cups</p>') });
    expect(text).toContain('<p>tea for two, 12 cups</p>');
    expect(JSON.parse(text.slice(0, text.indexOf('\n}') + 2))).toMatchObject({
      ...{ query: 'tea', params: { hl: 'de' }, url: 'https://www.google.com/search?q=tea&hl=de' },
    });
  });
});
