import { parsedAddress } from '../address.js';
import { FetchError } from '../errors.js';
import type { Adapter } from '../types.js';

/** Where pages are asked for in the engines' stead. */
export interface GatewayAdapterOptions {
  /** Origin of the gateway, `http://127.0.0.1:9000`. It is asked for `/<host of the engine>/<path>?<query>`. */
  origin: string;
  /** Gets the page from there. */
  adapter: Adapter;
}

/**
 * Asks a gateway for every page, as a simulator of the engines or an unblocking service is one. The page's address is
 * the engine's again in the result, so that whoever reads it sees who answered.
 */
export function gatewayAdapter({ origin, adapter }: GatewayAdapterOptions): Adapter {
  const gateway = new URL(origin).origin;
  const through: Adapter = async (request, context) => {
    const { host, pathname, search } = new URL(request.url);
    const page = await adapter({ ...request, url: `${gateway}/${host}${pathname}${search}` }, context);
    return { ...page, url: engineAddress(page.url, gateway) };
  };
  if (adapter.close) through.close = () => adapter.close?.();
  return through;
}

function engineAddress(url: string, gateway: string): string {
  const address = url.startsWith(`${gateway}/`) ? `https://${url.slice(gateway.length + 1)}` : '';
  if (parsedAddress(address) === undefined) {
    throw new FetchError('bad_response', 'The gateway redirects to where a page must not come from');
  }
  return address;
}
