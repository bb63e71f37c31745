import { MaxRedirectsError, RequestError, TimeoutError } from 'got';
import { FetchError, type FetchErrorCode } from '../errors.js';
import type { ProxyServer } from '../types.js';

/** Faults of what came rather than of the way: broken content encoding (zlib, brotli), broken HTTP. */
const brokenResponse = /^(?:Z_|ERR__ERROR_|ERR_BROTLI|HPE_|ERR_INVALID_URL$)/;
/** Faults in reaching the other end, which is the proxy where there is one. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The agents say only in words that a proxy is not there (`connect E…`) or refuses (`Bad response: 407`, `Socks5 …`). */
const proxyWords =
  /^(?:connect E|getaddrinfo |Bad response: \d|Proxy timeout|Proxy connection timed out|Socks\d? |Socket closed)/;

const messages = {
  timeout: 'The engine did not answer in time',
  network: 'The connection to the engine failed',
  proxy: 'The proxy failed',
  bad_response: 'The response is broken',
} as const;

/** The `FetchError` for what the HTTP client threw. Anything that is no fault of the network is given back as it is. */
export function faultOf(error: unknown, proxy: ProxyServer | undefined): unknown {
  if (error instanceof FetchError || !(error instanceof RequestError)) return error;
  const code = codeOf(error, proxy);
  return new FetchError(code, messages[code], { cause: bareCause(error) });
}

function codeOf(error: RequestError, proxy: ProxyServer | undefined): FetchErrorCode & keyof typeof messages {
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof MaxRedirectsError || brokenResponse.test(error.code)) return 'bad_response';
  if (proxy && isProxyFault(error)) return 'proxy';
  return 'network';
}

function isProxyFault({ code, message }: RequestError): boolean {
  return unreachable.has(code) || proxyWords.test(message);
}

/** The client's error holds the whole request, credentials of the proxy included; the cause keeps code and words only. */
function bareCause({ code, message }: RequestError): Error {
  return Object.assign(new Error(message), { code });
}
