import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFetcher } from '../src/fetcher.js';
import {
  fixedProxies,
  type ProxySource,
  parseProxies,
  proxiesFromFile,
  proxiesFromFunction,
} from '../src/session-pool/proxies.js';
import type { Adapter, Judge, ProxyServer } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';

const judge: Judge<number> = ({ status }) => ({ usable: true, value: status });

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-proxies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'proxies.txt');
  await writeFile(path, text);
  return path;
}

function idsOf(source: ProxySource): string[] {
  return source.current().map(({ id, url }) => `${id} ${url.hostname}`);
}

describe('proxiesFromFile', () => {
  it('reads one proxy per line, with tags and comments', async () => {
    const path = await fileWith(
      '# ours\n\n \t\nhttp://a.test:1 country=at # Vienna\r\n  socks5h://b.test:1#x id=b tier=2\n',
    );
    const source = await proxiesFromFile(path);
    onTestFinished(() => source.close());
    expect(source.current()).toMatchObject([
      { id: 'proxy-1', country: 'at' },
      { id: 'b', tier: 2 },
    ]);
  });

  it('reloads a changed file, keeps the ids of unchanged proxies, and ignores an invalid file', async () => {
    const path = await fileWith('http://a.test:1\nhttp://b.test:1\nhttp://b.test:1\n');
    const onError = vi.fn();
    const onChange = vi.fn();
    const source = await proxiesFromFile(path, { every: 20, onError });
    onTestFinished(() => source.close());
    source.onChange(onChange);
    expect(idsOf(source)).toEqual(['proxy-1 a.test', 'proxy-2 b.test']);
    await writeFile(path, 'http://c.test:1\nhttp://b.test:1\nhttp://d.test:1');
    await expect.poll(() => idsOf(source)).toEqual(['proxy-1 c.test', 'proxy-2 b.test', 'proxy-3 d.test']);
    expect(onChange).toHaveBeenCalled();
    await writeFile(path, 'http://e.test:1\nhttp://c.test:1');
    await expect.poll(() => idsOf(source)).toEqual(['proxy-1-2 e.test', 'proxy-1 c.test']);
    await writeFile(path, 'ftp://nowhere.test');
    const messages = () => onError.mock.calls.map(([error]) => String(error));
    await expect.poll(messages).toContainEqual(expect.stringContaining('Proxy 1 is not an address'));
    expect(messages().join()).not.toContain('nowhere');
    expect(idsOf(source)).toEqual(['proxy-1-2 e.test', 'proxy-1 c.test']);
  });

  it('assigns distinct ids even if a tag repeats an earlier id', async () => {
    const path = await fileWith('http://a.test:1 id=x');
    const source = await proxiesFromFile(path, { every: 20 });
    onTestFinished(() => source.close());
    await writeFile(path, 'http://b.test:1 id=x\nhttp://a.test:1 id=y');
    await expect.poll(() => idsOf(source)).toEqual(['x-2 b.test', 'x a.test']);
    await writeFile(path, 'http://c.test:1 id=x\nhttp://b.test:1\nhttp://a.test:1');
    await expect.poll(() => idsOf(source)).toEqual(['x-3 c.test', 'x-2 b.test', 'x a.test']);
  });

  it('stops watching the file once it is closed', async () => {
    const path = await fileWith('http://a.test:1');
    const source = await proxiesFromFile(path, { every: 20 });
    await writeFile(path, 'http://b.test:1');
    await expect.poll(() => idsOf(source)).toEqual(['proxy-1 b.test']);
    source.close();
    await writeFile(path, 'http://c.test:1 id=c');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(idsOf(source)).toEqual(['proxy-1 b.test']);
  });

  it('keeps its proxies if the file disappears, with or without onError', async () => {
    const onUnhandled = vi.fn();
    process.on('unhandledRejection', onUnhandled);
    onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
    const path = await fileWith('http://a.test:1');
    const onError = vi.fn();
    const [observed, unobserved] = [
      await proxiesFromFile(path, { every: 20, onError }),
      await proxiesFromFile(path, { every: 20 }),
    ];
    onTestFinished(() => {
      observed.close();
      unobserved.close();
    });
    await rm(path);
    await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([idsOf(observed), idsOf(unobserved)]).toEqual([['proxy-1 a.test'], ['proxy-1 a.test']]);
    expect(onUnhandled).not.toHaveBeenCalled();
  });

  it('rejects a file that is missing or invalid at the start', async () => {
    await expect(proxiesFromFile(join(tmpdir(), 'no-such-file-of-proxies'))).rejects.toThrow('ENOENT');
    await expect(proxiesFromFile(await fileWith('nonsense'))).rejects.toThrow('Proxy 1');
    await expect(proxiesFromFile(await fileWith('\n# none\n'))).rejects.toMatchObject({
      code: 'misconfigured',
      message: 'The proxy file contains no proxies',
    });
  });
});

describe('proxiesFromFunction', () => {
  it('calls the function repeatedly, and keeps its proxies if the function throws', async () => {
    const list = vi.fn(async (): Promise<readonly ProxyServer[]> => parseProxies(['http://a.test:1']));
    const onError = vi.fn();
    const source = await proxiesFromFunction(list, { every: 10, onError });
    onTestFinished(() => source.close());
    list.mockRejectedValueOnce(new Error('down'));
    await expect.poll(() => onError.mock.calls.length).toBe(1);
    expect(idsOf(source)).toEqual(['proxy-1 a.test']);
    list.mockResolvedValue(parseProxies(['http://b.test:1']));
    await expect.poll(() => idsOf(source)).toEqual(['proxy-1 b.test']);
    source.close();
    const calls = list.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(list.mock.calls.length).toBeLessThanOrEqual(calls + 1);
  });

  it('rejects if the first call fails', async () => {
    await expect(proxiesFromFunction(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  });
});

it('watching for changes does not keep the process alive', async () => {
  const interval = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => interval.mockRestore());
  const sources = [
    await proxiesFromFile(await fileWith('http://a.test:1')),
    await proxiesFromFunction(async () => parseProxies(['http://a.test:1'])),
  ];
  const active = process.getActiveResourcesInfo();
  for (const source of sources) source.close();
  expect(active).not.toContain('StatWatcher');
  expect(interval.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
});

it('fixedProxies returns its proxies, and can be closed', () => {
  const proxies = parseProxies(['http://a.test:1']);
  const source = fixedProxies(proxies);
  source.onChange(() => expect.unreachable());
  source.close();
  expect(source.current()).toBe(proxies);
});

describe('a fetcher', () => {
  const adapter: Adapter = async () => pageOf(200);

  it('sends nothing while a source has no proxy', async () => {
    let list: readonly ProxyServer[] = [];
    let changed = () => {};
    const close = vi.fn();
    const source: ProxySource = {
      current: () => list,
      onChange: (listener) => {
        changed = listener;
      },
      close,
    };
    const used: (string | undefined)[] = [];
    const fetcher = createFetcher({ adapter, proxies: source, onAttempt: ({ proxy }) => void used.push(proxy) });
    await expect(fetcher.fetch(requestFor('http://engine.test/'), judge)).rejects.toMatchObject({
      code: 'no_proxy_available',
      retryAfter: 30,
    });
    list = parseProxies(['http://a.test:1']);
    changed();
    await fetcher.fetch(requestFor('http://engine.test/'), judge);
    list = parseProxies(['http://b.test:1']);
    changed();
    await fetcher.fetch(requestFor('http://engine.test/'), judge);
    expect(used).toEqual(['proxy-1', 'proxy-1']);
    await fetcher.close();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
