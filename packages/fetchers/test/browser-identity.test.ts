import type { IncomingMessage } from 'node:http';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { browserHeaders, headerProfiles } from '../src/identity/profiles.js';
import { browserAdapter, httpAdapter, type Session } from '../src/index.js';
import { chromium, noChromium } from './support/chromium.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

/** Reads the identity of the browser, in a page, a frame or a worker. */
const reading = `async () => {
  const data = navigator.userAgentData;
  const high = data && (await data.getHighEntropyValues(['platformVersion', 'model', 'architecture', 'bitness', 'fullVersionList']));
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return {
    userAgent: navigator.userAgent, appVersion: navigator.appVersion, platform: navigator.platform,
    language: navigator.language, languages: [...navigator.languages], locale, timeZone,
    offset: new Date(0).getTimezoneOffset(), brands: data?.brands, isMobile: data?.mobile, system: data?.platform, high,
    cores: navigator.hardwareConcurrency,
  };
}`;
const pageScript = `
  const read = ${reading};
  const nextMessage = (worker) => new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  (async () => {
    const worker = nextMessage(new Worker('/worker.js'));
    const blob = nextMessage(new Worker(URL.createObjectURL(new Blob(['const at = "' + location.origin + '";' + await (await fetch('/worker.js')).text()]))));
    await fetch('/xhr');
    const found = {
      page: await read(), frame: await frames[0].read(), worker: await worker, blob: await blob,
      screen: { width: screen.width, height: screen.height, innerWidth, innerHeight, ratio: devicePixelRatio, touches: navigator.maxTouchPoints,
        portrait: screen.orientation.type, hover: matchMedia('(hover: hover)').matches, coarse: matchMedia('(pointer: coarse)').matches,
        touch: 'ontouchstart' in window, deviceWidth: matchMedia('(device-width: ' + screen.width + 'px)').matches },
    };
    if (self.SharedWorker) {
      const shared = new SharedWorker('/shared.js');
      found.shared = await nextMessage(shared.port);
    }
    const answer = document.createElement('script');
    answer.type = 'application/json';
    answer.id = 'found';
    answer.textContent = JSON.stringify(found);
    document.head.append(answer);
  })();`;
const workerScript = `const read = ${reading};
  (async () => { await fetch((typeof at === 'string' ? at : '') + '/from-worker'); postMessage(await read()); })();`;
const sharedScript = `const read = ${reading};
  onconnect = async ({ ports: [port] }) => { await fetch('/from-shared'); port.postMessage(await read()); };`;

const pages: Readonly<Record<string, [type: string, body: string]>> = {
  '/worker.js': ['text/javascript', workerScript],
  '/shared.js': ['text/javascript', sharedScript],
  '/frame': ['text/html', `<script>window.read = ${reading}</script>`],
  '/search': [
    'text/html',
    `<!doctype html><div id="search"></div><iframe src="/frame"></iframe><script>onload = () => {${pageScript}}</script>`,
  ],
};

interface Found {
  userAgent: string;
  platform: string;
  languages: string[];
  timeZone: string;
  offset: number;
  isMobile: boolean;
  system: string;
  high: { model: string; platformVersion: string };
}

const adapter = browserAdapter({ ...chromium, landmarks: { 'alpha.search': ['#found'] }, landmarkTimeout: 20_000 });

async function visitAs(session: Session, acceptLanguage: string) {
  const { url, requests } = await startServer((request, response) => {
    const [type, body] = pages[request.url ?? ''] ?? ['text/plain', ''];
    response.setHeader('Content-Type', type).end(body);
  });
  onTestFinished(() => session.close());
  const request = requestFor(`${url}/search`, { headers: { 'accept-language': acceptLanguage } });
  const headers = browserHeaders(session.profile, request);
  const page = await adapter({ ...request, headers }, { signal: AbortSignal.timeout(120_000), session });
  const text = /id="found">(.*?)<\/script>/s.exec(Buffer.from(page.body).toString())?.[1] ?? '{}';
  const { screen, ...scopes } = JSON.parse(text) as { screen: Record<string, unknown> } & Record<string, Found>;
  return { scopes, screen, requests, url };
}

const vienna = { lat: 48.21, lon: 16.37 };
const devices = [
  [
    'desktop',
    { platform: /^(?:Linux x86_64|Linux aarch64|Win32|MacIntel)$/, width: 1366, ratio: 1, touches: 0, isMobile: false },
  ],
  ['mobile', { platform: /^Linux armv81$/, width: 412, ratio: 2.625, touches: 5, isMobile: true }],
  ['tablet', { platform: /^Linux armv81$/, width: 800, ratio: 2, touches: 5, isMobile: false }],
] as const;

if (noChromium) it.skip(noChromium, () => {});

describe.skipIf(noChromium)('the identity of a browser', () => {
  afterAll(() => adapter.close?.());

  it.each(devices)(
    'is the same in page, frame, workers and headers on a %s',
    { timeout: 90_000 },
    async (device, expected) => {
      const profile = headerProfiles.find(
        (one) => (one.device ?? 'desktop') === device && one.name.startsWith('chrome'),
      )!;
      const session = newSession({ profile, device, place: vienna });
      const { scopes, screen, requests } = await visitAs(session, 'de-AT,de;q=0.9');
      expect(Object.keys(scopes).sort()).toEqual(['blob', 'frame', 'page', 'shared', 'worker']);
      const { page } = scopes;
      for (const [name, scope] of Object.entries(scopes)) expect(scope, name).toEqual(page);
      expect(page).toMatchObject({
        ...{
          userAgent: profile.navigation['user-agent'],
          platform: device === 'desktop' ? 'Win32' : expected.platform.source.slice(1, -1),
        },
        ...{ language: 'de-AT', languages: ['de-AT', 'de'], locale: 'de-AT', timeZone: 'Europe/Vienna', offset: -60 },
        isMobile: expected.isMobile,
      });
      expect(screen).toMatchObject({
        width: expected.width,
        ratio: expected.ratio,
        touches: expected.touches,
        deviceWidth: true,
      });
      expect(screen).toMatchObject({
        coarse: expected.touches > 0,
        touch: expected.touches > 0,
        hover: expected.touches === 0,
      });
      expect(Number(screen.innerWidth)).toBeLessThanOrEqual(Number(screen.width) * 2.5);
      const headersOf = (path: string) => requests.find(({ url }) => url === path)!.headers;
      for (const path of ['/search', '/frame', '/xhr', '/worker.js', '/from-worker', '/from-shared'])
        expectHeaders(headersOf(path), path, profile.navigation);
      for (const path of ['/search', '/frame', '/xhr'])
        for (const name of ['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'])
          expect(headersOf(path)[name], `${path} ${name}`).toBe(profile.navigation[name]);
      expect(page?.userAgent.includes('Mobile')).toBe(page?.isMobile);
    },
  );

  it('sends the same headers as the http adapter before it in a chain', async () => {
    const profile = headerProfiles.find(({ name }) => name === 'chrome-linux')!;
    const { url, requests } = await startServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<p>'),
    );
    const session = newSession({ profile });
    onTestFinished(() => session.close());
    const request = requestFor(`${url}/search`, { headers: { 'accept-language': 'pt-BR,pt;q=0.9' } });
    const headers = browserHeaders(profile, request);
    const http = httpAdapter();
    onTestFinished(() => http.close?.());
    const plain = browserAdapter({ ...chromium, landmarkTimeout: 1_000 });
    onTestFinished(() => plain.close?.());
    for (const adapter of [http, plain])
      await adapter({ ...request, headers }, { signal: AbortSignal.timeout(120_000), session });
    const [first, second] = requests.map((one) => namedHeaders(one).sort());
    expect(second).toEqual(first);
  });

  it.each([
    [
      'the place, whatever the language',
      { place: { lat: 34.05, lon: -118.24 } },
      'de-AT,de;q=0.9',
      'America/Los_Angeles',
    ],
    ['the language if there is no place', {}, 'ja-JP,ja;q=0.9', 'Asia/Tokyo'],
    ['the most populous zone of a country with several zones', {}, 'en-US,en;q=0.9', 'America/New_York'],
  ])('has the time zone of %s', async (_, traits, language, timeZone) => {
    const profile = headerProfiles.find(({ name }) => name === 'chrome-linux')!;
    const { scopes } = await visitAs(newSession({ profile, ...traits }), language);
    expect(Object.values(scopes).map((scope) => scope.timeZone)).toEqual(Array(5).fill(timeZone));
  });
});

/**
 * Headers of a request as `Name: value`, in their order, without `Host`, without the encoding that Node cannot decode, and
 * without the image format that an installed Chromium older than the claimed version does not support.
 */
function namedHeaders({ rawHeaders }: IncomingMessage): string[] {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return lines
    .filter((line) => !line.startsWith('Host:'))
    .map((line) => line.replace(', zstd', '').replace('image/jxl,', ''));
}

function expectHeaders(
  headers: IncomingMessage['headers'],
  path: string,
  expected: Readonly<Record<string, string>>,
): void {
  expect(headers['user-agent'], path).toBe(expected['user-agent']);
  expect(headers['accept-language'], path).toBe('de-AT,de;q=0.9');
  expect(headers.pragma, path).toBeUndefined();
}
