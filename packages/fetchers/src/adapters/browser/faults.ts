import { bareError, FetchError, type FetchErrorCode } from '../../errors.js';

/** Chromium's errors that do not map to `network`. */
const faults: readonly (readonly [RegExp, FetchErrorCode, string])[] = [
  [
    /ERR_(?:PROXY_AUTH|INVALID_AUTH_CREDENTIALS|UNEXPECTED_PROXY_AUTH)/,
    'proxy_auth',
    'The proxy refused our credentials',
  ],
  [/ERR_(?:\w*PROXY|TUNNEL|SOCKS)/, 'proxy', 'The proxy failed'],
  [/ERR_(?:TOO_MANY_REDIRECTS|UNSAFE_REDIRECT)/, 'redirect', 'Too many redirects, or an invalid one'],
  [/ERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_\w+)/, 'truncated', 'The connection closed before the end of the page'],
  [/ERR_(?:TIMED_OUT|CONNECTION_TIMED_OUT)/, 'timeout', 'The engine did not respond in time'],
  [
    /ERR_(?:INVALID_\w+|EMPTY_RESPONSE|CONTENT_DECODING_\w+|RESPONSE_\w+|ABORTED)/,
    'bad_response',
    'The response is invalid',
  ],
  [/net::ERR_/, 'network', 'The connection to the engine failed'],
  [/[Cc]rashed|closed|disconnected/, 'network', 'The browser ended unexpectedly'],
];

/** The `FetchError` for an error of the browser. */
export function browserFault(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const cause = bareError(error);
  const [, code, said] = faults.find(([words]) => words.test(cause.message)) ?? [
    undefined,
    'network',
    'The browser failed',
  ];
  return new FetchError(code as FetchErrorCode, said, { cause });
}
