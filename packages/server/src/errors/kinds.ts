/** What the rest of the service does about an error, and how it is answered. */
export interface ErrorKind {
  readonly status: number;
  /** Constant per code. */
  readonly title: string;
  /** Whether the same request may succeed when sent again. @default false */
  readonly retryable?: boolean;
  /**
   * Whether it ends a list gathered from several pages, so that those already read are the answer, instead of failing the
   * search. The reason given for the end is the code, or `deadline`. @default false
   */
  readonly endsList?: boolean | 'deadline';
  /** Seconds for `Retry-After`, where neither the engine nor the limit that was met says how long. @default no header */
  readonly retryAfter?: number;
}

/** The one table of errors: a row is all that it takes to add one. */
const kinds = {
  malformed_json: { status: 400, title: 'The request is not HTTP with valid JSON' },
  missing_parameter: { status: 400, title: 'A required parameter is missing' },
  invalid_parameter: { status: 400, title: 'A parameter has an invalid value' },
  unknown_parameter: { status: 400, title: 'A parameter does not exist' },
  mutually_exclusive: { status: 400, title: 'Parameters exclude each other' },
  unknown_location: { status: 400, title: 'The location matches no place' },
  missing_api_key: { status: 401, title: 'No API key was sent' },
  invalid_api_key: { status: 401, title: 'The API key is not known' },
  api_key_disabled: { status: 403, title: 'The API key is switched off' },
  insufficient_scope: { status: 403, title: 'The API key may not do this' },
  cost_over_limit: { status: 403, title: 'The request costs more than the API key may ever ask for' },
  not_found: { status: 404, title: 'Nothing is served at this path' },
  method_not_allowed: { status: 405, title: 'The path does not serve this method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time', retryable: true },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The body is of a media type that the path does not take' },
  rate_limited: { status: 429, title: 'The key asks too much at once', retryable: true },
  quota_exceeded: { status: 429, title: 'The key has used up its pages of the day or month', retryable: true },
  internal_error: { status: 500, title: 'The service failed' },
  upstream_captcha: {
    status: 502,
    title: 'The engine asked for a captcha',
    retryable: true,
    endsList: true,
  },
  upstream_rate_limited: {
    status: 502,
    title: 'The engine refused one request too many',
    retryable: true,
    endsList: true,
  },
  upstream_forbidden: {
    status: 502,
    title: 'The engine refused the client',
    retryable: true,
    endsList: true,
  },
  upstream_consent: {
    status: 502,
    title: 'The engine asked for consent',
    retryable: true,
    endsList: true,
  },
  upstream_js_required: { status: 502, title: 'The engine answers only to a browser', endsList: true },
  upstream_wrong_query: { status: 502, title: 'The engine answered another query', retryable: true, endsList: true },
  upstream_wrong_page: { status: 502, title: 'The engine answered another page', retryable: true, endsList: true },
  upstream_unrecognised: { status: 502, title: 'The page of the engine could not be read', endsList: true },
  upstream_bad_response: {
    status: 502,
    title: 'The engine could not be reached or broke off',
    retryable: true,
    endsList: true,
  },
  overloaded: { status: 503, title: 'Too many searches are in progress', retryable: true, retryAfter: 1 },
  circuit_open: {
    status: 503,
    title: 'The circuit of the engine is open after too many failures',
    retryable: true,
    endsList: true,
  },
  no_proxy_available: {
    status: 503,
    title: 'No proxy is fit for use',
    retryable: true,
    endsList: true,
    retryAfter: 30,
  },
  shutting_down: { status: 503, title: 'The service is shutting down', retryable: true, retryAfter: 5 },
  upstream_timeout: {
    status: 504,
    title: 'The engine did not answer in time',
    retryable: true,
    endsList: 'deadline',
  },
} as const;

/** The closed list of what `code` may be in an answer. */
export type ErrorCode = keyof typeof kinds;

/** A row that has no column but those of `ErrorKind`. */
type Checked<Row> = keyof Row extends keyof ErrorKind ? ErrorKind : never;

/** The kind of each code. */
export const errorKinds: { readonly [Code in ErrorCode]: Checked<(typeof kinds)[Code]> } = kinds;
