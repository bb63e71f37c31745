/** What an error means to a caller: the closed list of `code`, each with its status. Nothing else decides a status. */
export interface ErrorKind {
  readonly status: number;
  /** Constant per code. */
  readonly title: string;
  /** Whether the same request may succeed when sent again. */
  readonly retryable: boolean;
}

export type ErrorCode =
  | 'malformed_json'
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'mutually_exclusive'
  | 'unknown_location'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'api_key_disabled'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'upstream_captcha'
  | 'upstream_rate_limited'
  | 'upstream_forbidden'
  | 'upstream_consent'
  | 'upstream_js_required'
  | 'upstream_wrong_query'
  | 'upstream_wrong_page'
  | 'upstream_unrecognised'
  | 'upstream_bad_response'
  | 'overloaded'
  | 'circuit_open'
  | 'no_proxy_available'
  | 'shutting_down'
  | 'upstream_timeout';

const once = (status: number, title: string): ErrorKind => ({ status, title, retryable: false });
const again = (status: number, title: string): ErrorKind => ({ status, title, retryable: true });

/** The one code → status table. */
export const errorKinds: Readonly<Record<ErrorCode, ErrorKind>> = {
  malformed_json: once(400, 'The request is not HTTP with valid JSON'),
  missing_parameter: once(400, 'A required parameter is missing'),
  invalid_parameter: once(400, 'A parameter has an invalid value'),
  unknown_parameter: once(400, 'A parameter does not exist'),
  mutually_exclusive: once(400, 'Parameters exclude each other'),
  unknown_location: once(400, 'The location matches no place'),
  missing_api_key: once(401, 'No API key was sent'),
  invalid_api_key: once(401, 'The API key is not known'),
  api_key_disabled: once(403, 'The API key is switched off'),
  not_found: once(404, 'Nothing is served at this path'),
  method_not_allowed: once(405, 'The path does not serve this method'),
  payload_too_large: once(413, 'The request is too large'),
  unsupported_media_type: once(415, 'The body is not sent as JSON'),
  rate_limited: again(429, 'The key has used up its requests'),
  internal_error: once(500, 'The service failed'),
  upstream_captcha: again(502, 'The engine asked for a captcha'),
  upstream_rate_limited: again(502, 'The engine refused one request too many'),
  upstream_forbidden: again(502, 'The engine refused the client'),
  upstream_consent: again(502, 'The engine asked for consent'),
  upstream_js_required: once(502, 'The engine answers only to a browser'),
  upstream_wrong_query: again(502, 'The engine answered another query'),
  upstream_wrong_page: again(502, 'The engine answered another page'),
  upstream_unrecognised: once(502, 'The page of the engine could not be read'),
  upstream_bad_response: again(502, 'The engine could not be reached or broke off'),
  overloaded: again(503, 'Too many searches are under way'),
  circuit_open: again(503, 'The engine is given a rest after too many failures'),
  no_proxy_available: again(503, 'No proxy is fit for use'),
  shutting_down: again(503, 'The service is shutting down'),
  upstream_timeout: again(504, 'The engine did not answer in time'),
};

/** One fault of a request. */
export interface Fault {
  /** Name of the parameter, `''` for the body as a whole. */
  field: string;
  code: ErrorCode;
  /** A sentence that is safe to show. */
  message: string;
  /** Values that may have been meant. */
  suggestions?: string[];
}

/** What an error says beside its code. */
export interface ApiErrorExtras {
  /** Every fault of the request; only for request faults. */
  faults?: readonly Fault[];
  /** Response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** Seconds after which to try again; sent as `Retry-After`. */
  retryAfter?: number;
  /** For the log only; never shown to a caller. */
  cause?: unknown;
}

/** An error that is answered as it is: `code` decides the status, `message` is safe to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, extras: ApiErrorExtras = {}) {
    super(detail, { cause: extras.cause });
    this.code = code;
    this.faults = extras.faults ?? [];
    const retryAfter = extras.retryAfter === undefined ? {} : { 'retry-after': `${Math.ceil(extras.retryAfter)}` };
    this.headers = { ...extras.headers, ...retryAfter };
  }
}

/** One error for all faults of a request, under the code of the first. */
export function faultsError(faults: readonly [Fault, ...Fault[]]): ApiError {
  return new ApiError(faults[0].code, [...new Set(faults.map(({ message }) => message))].join(' '), { faults });
}
