import { describe, expect, it } from 'vitest';
import { gatewayAdapter } from '../src/adapters/gateway.js';
import { gammaSearchRequest } from '../src/requests/gamma.js';
import type { Adapter, PageRequest } from '../src/types.js';
import { newSession } from './support/requests.js';

const context = {
  signal: new AbortController().signal,
  session: newSession({ engine: 'gamma' }),
};
const request = gammaSearchRequest({ query: 'ferry' });

function answering(url: (asked: string) => string): { adapter: Adapter; asked: PageRequest[] } {
  const asked: PageRequest[] = [];
  const adapter: Adapter = async (inner) => {
    asked.push(inner);
    return { url: url(inner.url), status: 200, headers: {}, body: new Uint8Array() };
  };
  return { adapter, asked };
}

describe('gatewayAdapter', () => {
  it('asks the gateway under the name of the engine', async () => {
    const { adapter, asked } = answering((url) => url);
    const page = await gatewayAdapter({ origin: 'http://127.0.0.1:9000/', adapter })(request, context);
    expect(asked[0]?.url).toBe(request.url.replace('https://', 'http://127.0.0.1:9000/'));
    expect(asked[0]?.headers).toEqual(request.headers);
    expect(page.url).toBe(request.url);
  });

  it('names the host that a redirect led to', async () => {
    const { adapter } = answering(() => 'http://127.0.0.1:9000/other.brave.com/search?q=ferry');
    const page = await gatewayAdapter({ origin: 'http://127.0.0.1:9000', adapter })(request, context);
    expect(new URL(page.url).host).toBe('other.brave.com');
  });

  it('takes no page from elsewhere', async () => {
    const { adapter } = answering(() => 'http://127.0.0.1:9001/search.brave.com/search');
    const fetching = gatewayAdapter({ origin: 'http://127.0.0.1:9000', adapter })(request, context);
    await expect(fetching).rejects.toMatchObject({ code: 'bad_response' });
  });

  it('closes what it asks through', async () => {
    let closed = 0;
    const adapter: Adapter = Object.assign(answering((url) => url).adapter, { close: () => void closed++ });
    await gatewayAdapter({ origin: 'http://127.0.0.1:9000', adapter }).close?.();
    expect(closed).toBe(1);
  });
});
