import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browserHeaders, browserVersions, headerProfiles } from '../src/identity/profiles.js';
import {
  alphaAutocompleteRequest,
  alphaSearchRequest,
  betaSearchRequest,
  gammaSearchRequest,
  httpAdapter,
  type PageRequest,
} from '../src/index.js';
import { newSession, requestFor } from './support/requests.js';

/** The bytes that the adapter writes for a request. */
async function writtenFor(name: string, change: Partial<PageRequest>): Promise<string> {
  const profile = headerProfiles.find((candidate) => candidate.name === name)!;
  const { url, written } = await startReader();
  const request = requestFor(`${url}/search?q=tea`, change);
  if (request.headers.referer) request.headers.referer = `${url}/start`;
  const adapter = httpAdapter();
  onTestFinished(() => adapter.close?.());
  const headers = browserHeaders(profile, request);
  await adapter({ ...request, headers }, { signal: AbortSignal.timeout(10_000), session: newSession({ profile }) });
  return written();
}

/** A server that records the bytes of a request. */
async function startReader(): Promise<{ url: string; written(): string }> {
  let bytes = '';
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      if (bytes.endsWith('\r\n\r\n')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, written: () => bytes };
}

function headersIn(text: string): [name: string, value: string][] {
  const lines = text.trimEnd().split(/\r?\n/).slice(1);
  return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
}

/** The headers of a request that was recorded from a real browser. */
function recorded(name: string): [name: string, value: string][] {
  return headersIn(readFileSync(new URL(`./wire/${name}.txt`, import.meta.url), 'utf8'));
}

const language = { 'accept-language': 'en-US,en;q=0.9' };
const referer = { ...language, referer: 'replaced by the address of the server' };
const cookies = { a: '1' };
const requests = {
  navigation: { headers: language },
  next: { headers: referer, cookies },
  data: { operation: 'alpha.autocomplete', headers: referer, cookies },
} as const;

/** Missing in the recorded `next`, which a script opened, since only a click of a user sends it. */
const clicked = 'Sec-Fetch-User';

const cases = headerProfiles.flatMap(({ name }) =>
  (['navigation', 'next', 'data'] as const).map((kind) => ({ name, kind, browser: browserOf(name) })),
);

function browserOf(name: string): string {
  return name.startsWith('chrome') ? 'chromium' : 'firefox';
}

describe.each(cases)('$name, $kind', ({ name, kind, browser }) => {
  it('sends the headers of the browser, in its order and spelling', async () => {
    const names = headersIn(await writtenFor(name, requests[kind])).map(([header]) => header);
    const ofBrowser = recorded(`${browser}-${kind}`).map(([header]) => header);
    expect(names.filter((header) => kind !== 'next' || header !== clicked)).toEqual(ofBrowser);
  });

  it('sends their values, except system, host and encodings that Node cannot decode', async () => {
    const values = Object.fromEntries(headersIn(await writtenFor(name, requests[kind])));
    for (const [header, value] of recorded(`${browser}-${kind}`)) {
      if (header === 'Host') expect(values[header]).toMatch(/^127\.0\.0\.1:\d+$/);
      else if (header === 'Referer') expect(values[header]).toBe(`http://${values.Host}/start`);
      else
        expect(header === 'sec-ch-ua' ? withoutChrome(values[header]) : values[header]).toBe(
          expectedValue(value, name),
        );
    }
  });
});

/** The recorded value, adapted to the system of a profile. */
function expectedValue(value: string, name: string): string {
  const [system, platform, device] = systems[name]!;
  const { version } = browserVersions.firefox;
  const sent = value
    .replace('X11; Linux x86_64', system)
    .replace('"Linux"', platform)
    .replace(', zstd', 'zstd' in process.versions ? ', zstd' : '')
    .replace(/(rv:|Firefox\/)\d+\.0/g, `$1${version}.0`);
  if (device !== undefined && name.startsWith('firefox')) return sent.replace(/Gecko\/\d+/, `Gecko/${version}.0`);
  if (device !== 'mobile') return sent;
  return sent.replace(' Safari/', ' Mobile Safari/').replace('?0', '?1');
}

const systems: Readonly<Record<string, readonly [system: string, platform: string, device?: string]>> = {
  'chrome-windows': ['Windows NT 10.0; Win64; x64', '"Windows"'],
  'chrome-mac': ['Macintosh; Intel Mac OS X 10_15_7', '"macOS"'],
  'chrome-linux': ['X11; Linux x86_64', '"Linux"'],
  'firefox-windows': ['Windows NT 10.0; Win64; x64', ''],
  'firefox-linux': ['X11; Linux x86_64', ''],
  'chrome-phone': ['Linux; Android 10; K', '"Android"', 'mobile'],
  'firefox-phone': ['Android 15; Mobile', '', 'mobile'],
  'chrome-tablet': ['Linux; Android 10; K', '"Android"', 'tablet'],
  'firefox-tablet': ['Android 15; Tablet', '', 'tablet'],
};

/** The recordings are from Chromium, whose brands do not include Chrome. */
function withoutChrome(brands = ''): string {
  return brands.replace(/,? ?"Google Chrome";v="\d+"/, '');
}

describe('browserHeaders', () => {
  it('appends headers that no browser sends', async () => {
    const headers = { ...language, 'x-own-header': '1' };
    expect(headersIn(await writtenFor('chrome-mac', { headers })).at(-1)).toEqual(['X-Own-Header', '1']);
  });

  it.each(headerProfiles)('requests the encodings of $name from every engine', (profile) => {
    const requests = [
      alphaSearchRequest({ query: 'tea' }),
      betaSearchRequest({ query: 'tea' }),
      gammaSearchRequest({ query: 'tea' }),
    ];
    const encodings = requests.map((request) => browserHeaders(profile, request)['accept-encoding']);
    const zstd = 'zstd' in process.versions ? ', zstd' : ''; // the oldest supported version of Node cannot decode it
    expect(encodings).toEqual(Array(3).fill(`gzip, deflate, br${zstd}`));
  });

  it('sends a referrer for suggestions, as same-origin requires one', () => {
    for (const profile of headerProfiles) {
      const headers = browserHeaders(profile, alphaAutocompleteRequest({ query: 'tea' }));
      expect(headers).toMatchObject({ 'sec-fetch-site': 'same-origin', referer: 'https://www.google.com/' });
    }
  });

  it.each([
    ['http://engine.test/', 'same-origin'],
    ['http://www.engine.test/', 'same-site'],
    ['http://other.test/', 'cross-site'],
  ])('after %s sends Sec-Fetch-Site: %s', (from, site) => {
    const request = requestFor('http://engine.test/search', { headers: { referer: from } });
    expect(browserHeaders(headerProfiles[0]!, request)['sec-fetch-site']).toBe(site);
  });
});
