import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayAdapter } from '../src/adapters/gateway.js';
import { httpAdapter } from '../src/adapters/http.js';
import { gammaSearchRequest } from '../src/requests/gamma.js';
import type { Adapter, PageRequest } from '../src/types.js';
import { newSession } from './support/requests.js';
import { startServer } from './support/server.js';

const context = {
  signal: new AbortController().signal,
  session: newSession({ engine: 'gamma' }),
};
const request = gammaSearchRequest({ query: 'ferry' });

function answering(url: (requested: string) => string): { adapter: Adapter; sent: PageRequest[] } {
  const sent: PageRequest[] = [];
  const adapter: Adapter = async (inner) => {
    sent.push(inner);
    return { url: url(inner.url), status: 200, headers: {}, body: new Uint8Array() };
  };
  return { adapter, sent };
}

describe('gatewayAdapter', () => {
  it('sends the request to the gateway, with the host of the engine in the path', async () => {
    const { adapter, sent } = answering((url) => url);
    const page = await gatewayAdapter({ address: 'http://127.0.0.1:9000/', adapter })(request, context);
    expect(sent[0]?.url).toBe(request.url.replace('https://', 'http://127.0.0.1:9000/'));
    expect(sent[0]?.headers).toEqual(request.headers);
    expect(page.url).toBe(request.url);
  });

  it('keeps path, query and credentials of its address', async () => {
    const { adapter, sent } = answering((url) => url);
    const address = 'http://us%40er:pa%3Ass@127.0.0.1:9000/v1/pages/?key=a+b&mode=x';
    const page = await gatewayAdapter({ address, adapter })(request, context);
    const { host, pathname, search } = new URL(request.url);
    expect(sent[0]?.url).toBe(`http://127.0.0.1:9000/v1/pages/${host}${pathname}${search}&key=a+b&mode=x`);
    expect(sent[0]?.headers.authorization).toBe(`Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`);
    expect(page.url).toBe(request.url);
  });

  it('stores cookies for the engine, even with a domain', async () => {
    const { url, requests } = await startServer((_, response) => {
      response.setHeader('Set-Cookie', ['a=1; Domain=brave.com; Path=/', 'b=2; Domain=elsewhere.test']).end();
    });
    const adapter = gatewayAdapter({ address: url, adapter: httpAdapter() });
    onTestFinished(() => adapter.close?.());
    const session = newSession({ engine: 'gamma' });
    for (let count = 0; count < 2; count += 1) await adapter(request, { ...context, session });
    expect(await session.cookies.getCookieString('https://other.brave.com/')).toBe('a=1');
    expect(requests[1]?.headers.cookie).toMatch(/^a=1; country=all/);
  });

  it.each(['127.0.0.1:9000', 'ftp://gateway.test', 'http://%zz:secret@gateway.test', ''])(
    'rejects the address %j',
    (address) => {
      expect(() => gatewayAdapter({ address, adapter: httpAdapter() })).toThrow(
        expect.objectContaining({ code: 'misconfigured' }),
      );
    },
  );

  it('returns the host of a redirect target', async () => {
    const { adapter } = answering(() => 'http://127.0.0.1:9000/other.brave.com/search?q=ferry');
    const page = await gatewayAdapter({ address: 'http://127.0.0.1:9000', adapter })(request, context);
    expect(new URL(page.url).host).toBe('other.brave.com');
  });

  it('rejects a page from another origin', async () => {
    const { adapter } = answering(() => 'http://127.0.0.1:9001/search.brave.com/search');
    const fetching = gatewayAdapter({ address: 'http://127.0.0.1:9000', adapter })(request, context);
    await expect(fetching).rejects.toMatchObject({ code: 'redirect' });
  });

  it('replaces an idle connection that the gateway has closed', async () => {
    let served = 0;
    const { url, requests } = await startServer((request, response) => {
      served += 1;
      if (served === 2) request.socket.resetAndDestroy();
      else response.end('<html></html>');
    });
    const adapter = gatewayAdapter({ address: url, adapter: httpAdapter() });
    onTestFinished(() => adapter.close?.());
    const own = { ...context, session: newSession({ engine: 'gamma' }) };
    await adapter(request, own);
    await sleep(1_100); // idle for as long as a gateway may take to close it
    expect((await adapter(request, own)).status).toBe(200);
    expect(requests).toHaveLength(3);
  });

  it('closes the inner adapter', async () => {
    let closed = 0;
    const adapter: Adapter = Object.assign(answering((url) => url).adapter, { close: () => void closed++ });
    await gatewayAdapter({ address: 'http://127.0.0.1:9000', adapter }).close?.();
    expect(closed).toBe(1);
  });
});
