import { MaxRedirectsError, type PlainResponse, ReadError, RequestError, TimeoutError } from 'got';
import { FetchError, type FetchErrorCode } from '../errors.js';

/** Broken HTTP. */
const brokenResponse = /^(?:HPE_|ERR_INVALID_URL$)/;
/** Broken content encoding: what zlib and brotli say. Both say also that their input ended too early. */
const brokenEncoding = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;

const messages = {
  timeout: 'The engine did not answer in time',
  network: 'The connection to the engine failed',
  redirect: 'The engine redirects without end',
  bad_response: 'The response is broken',
  truncated: 'The response broke off',
} as const;

/** The `FetchError` for what the HTTP client threw. Anything that is no fault of the network is given back as it is. */
export function faultOf(error: unknown): unknown {
  if (error instanceof FetchError || !(error instanceof RequestError)) return error;
  if (error.cause instanceof FetchError) return error.cause;
  const code = codeOf(error);
  return new FetchError(code, messages[code], { cause: bareCause(error) });
}

function codeOf(error: RequestError): FetchErrorCode & keyof typeof messages {
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof MaxRedirectsError) return 'redirect';
  if (brokenEncoding.test(error.code)) return error.code === 'Z_BUF_ERROR' ? 'truncated' : 'bad_response';
  if (brokenResponse.test(error.code)) return 'bad_response';
  return error instanceof ReadError || hasBegun(error) ? 'truncated' : 'network';
}

/** A connection that is reset fails as a whole, not only what is read from it. */
function hasBegun({ response }: RequestError): boolean {
  return response !== undefined && !leadsOn(response);
}

/** Whether a response is a redirect. */
export function leadsOn({ statusCode, headers }: Pick<PlainResponse, 'statusCode' | 'headers'>): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
}

/** The client's error holds the whole request; the cause keeps code and words only. */
function bareCause({ code, message }: RequestError): Error {
  return Object.assign(new Error(message), { code });
}
