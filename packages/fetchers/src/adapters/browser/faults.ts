import { FetchError, type FetchErrorCode } from '../../errors.js';

/** What Chromium calls the faults that are not of the network itself. */
const faults: readonly (readonly [RegExp, FetchErrorCode, string])[] = [
  [
    /ERR_(?:PROXY_AUTH|INVALID_AUTH_CREDENTIALS|UNEXPECTED_PROXY_AUTH)/,
    'proxy_auth',
    'The proxy refused our credentials',
  ],
  [/ERR_(?:\w*PROXY|TUNNEL|SOCKS)/, 'proxy', 'The proxy failed'],
  [/ERR_(?:TOO_MANY_REDIRECTS|UNSAFE_REDIRECT)/, 'redirect', 'The engine redirects without end, or to nowhere'],
  [/ERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_\w+)/, 'truncated', 'The page broke off'],
  [/ERR_(?:TIMED_OUT|CONNECTION_TIMED_OUT)/, 'timeout', 'The engine did not answer in time'],
  [
    /ERR_(?:INVALID_\w+|EMPTY_RESPONSE|CONTENT_DECODING_\w+|RESPONSE_\w+|ABORTED)/,
    'bad_response',
    'The response is broken',
  ],
  [/net::ERR_/, 'network', 'The connection to the engine failed'],
  [/[Cc]rashed|closed|disconnected/, 'network', 'The browser broke off'],
];

/** The `FetchError` for what the browser threw or named. */
export function browserFault(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { message } = bareCause(error);
  const [, code, said] = faults.find(([words]) => words.test(message)) ?? [undefined, 'network', 'The browser failed'];
  return new FetchError(code as FetchErrorCode, said, { cause: bareCause(error) });
}

/** The first line of the error, without addresses: those below it hold the query, and may hold credentials. */
export function bareCause(error: unknown): Error {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new Error(line.slice(0, 500).replace(/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"']+/gi, '<address>'));
}
