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
  /** What `detail` may say, as an example. @default there is a longer one in `problemExamples` */
  readonly example?: string;
  /** What a person can do about it, as the playground says. */
  readonly advice: string;
  /** Whether the same search on another engine may work. @default false */
  readonly mayWorkElsewhere?: boolean;
  /** What an agent can do about it, beside what `detail` says. @default nothing */
  readonly agentAdvice?: string;
}

/** The one table of errors: a row is all that it takes to add one. Tests name the tables for people that lack it. */
const kinds = {
  malformed_json: {
    status: 400,
    title: 'The request is not HTTP with valid JSON',
    example: 'The body is not valid JSON.',
    advice:
      'Send a JSON object. The form does so by itself: if you see this here, something between changed the request.',
  },
  missing_parameter: {
    status: 400,
    title: 'A required parameter is missing',
    advice: 'Fill in the field that is marked in the form.',
    agentAdvice: 'Call the tool again with the parameter.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter has an invalid value',
    advice: 'Correct the fields that are marked in the form.',
    agentAdvice: 'Call the tool again with a valid value.',
  },
  unknown_parameter: {
    status: 400,
    title: 'A parameter does not exist',
    advice: 'This operation has no such parameter: take it out, or choose another operation.',
    agentAdvice: 'Call the tool again without it.',
  },
  mutually_exclusive: {
    status: 400,
    title: 'Parameters exclude each other',
    advice: 'Give only one of the two.',
    agentAdvice: 'Call the tool again with one of them.',
  },
  unknown_location: {
    status: 400,
    title: 'The location matches no place',
    advice: 'Choose a place from the list that opens as you type, or one of the proposals at the field.',
    agentAdvice: 'Call the tool again with a place that exists, best a city and its country.',
  },
  missing_api_key: {
    status: 401,
    title: 'No API key was sent',
    example: 'The header "x-api-key" is missing.',
    advice: 'Enter your key in the form. “npm start” prints one; “svc keys create” makes more.',
    agentAdvice: 'The operator must give this client a key.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not known',
    example: 'The API key is not known.',
    advice: 'Check the key: no key of this service is written like that.',
    agentAdvice: 'The operator must give this client a key that is known.',
  },
  api_key_disabled: {
    status: 403,
    title: 'The API key is switched off',
    example: 'The API key is switched off.',
    advice: 'The key is switched off. Ask whoever runs the service, or use another key.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key may not do this',
    example: 'The key has not the scope "search", which this path needs.',
    advice: 'The key was made for other things. “svc keys create” makes one with the scope that is named above.',
  },
  cost_over_limit: {
    status: 403,
    title: 'The request costs more than the API key may ever ask for',
    example: 'The search costs 10 pages, and the key may ask for at most 5 in 60 s: it can never pass.',
    advice: 'Ask for fewer results at once, or have the limits of the key raised: waiting does not help.',
  },
  not_found: {
    status: 404,
    title: 'Nothing is served at this path',
    advice: 'This service does not have the path. It may be older than this page: reload.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not serve this method',
    example: 'This path serves only POST.',
    advice: 'Searches are sent as POST. Something between changed the request.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    retryable: true,
    example: 'The request did not arrive in time.',
    advice: 'The request arrived too slowly. Try again.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request is too large',
    example: 'The body is larger than 64 KiB.',
    advice: 'Shorten the request.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is of a media type that the path does not take',
    example: 'The body must be sent with "Content-Type: application/json".',
    advice: 'Send the body as application/json.',
  },
  rate_limited: {
    status: 429,
    title: 'The key asks too much at once',
    retryable: true,
    example: 'The key may ask for 100 pages in 60 s; there is enough for this request in 12 s.',
    advice: 'Wait as long as it says, then try again. GET /api/v1/account has the limits of the key.',
  },
  quota_exceeded: {
    status: 429,
    title: 'The key has used up its pages of the day or month',
    retryable: true,
    example: 'The key has used its 10000 pages of this day.',
    advice: 'The key has no pages left for the day or month. Wait, or have its quota raised.',
    agentAdvice: 'Do not call it again before then.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    example: 'The service failed; the error was logged.',
    advice: 'A fault of the service. Its log has the id below.',
  },
  upstream_captcha: {
    status: 502,
    title: 'The engine asked for a captcha',
    retryable: true,
    endsList: true,
    example: 'The engine asked for a captcha.',
    advice: 'The engine takes this address for a program. Use other proxies, a browser, or an unblocking service.',
    mayWorkElsewhere: true,
  },
  upstream_rate_limited: {
    status: 502,
    title: 'The engine refused one request too many',
    retryable: true,
    endsList: true,
    example: 'The engine asks to wait longer than there is time for.',
    advice: 'The engine wants fewer requests from this address. Wait, or add proxies.',
    mayWorkElsewhere: true,
  },
  upstream_forbidden: {
    status: 502,
    title: 'The engine refused the client',
    retryable: true,
    endsList: true,
    example: 'The engine refused the client.',
    advice: 'The engine refuses this address. Use other proxies, or another way to fetch.',
    mayWorkElsewhere: true,
  },
  upstream_consent: {
    status: 502,
    title: 'The engine asked for consent',
    retryable: true,
    endsList: true,
    example: 'The engine asked for consent.',
    advice: 'The engine asks for consent first. Try again; if it stays so, fetch with a browser.',
    mayWorkElsewhere: true,
  },
  upstream_js_required: {
    status: 502,
    title: 'The engine answers only to a browser',
    endsList: true,
    example: 'The engine answers only to a browser.',
    advice: 'The engine answers only to a browser: start the service with SVC_ADAPTER=chain:http,browser.',
    mayWorkElsewhere: true,
  },
  upstream_wrong_query: {
    status: 502,
    title: 'The engine answered another query',
    retryable: true,
    endsList: true,
    example: 'The engine answered another query.',
    advice: 'The engine answered something else, which was not passed on. Try again.',
    agentAdvice: 'Word the query differently, for instance without quotation marks or operators.',
  },
  upstream_wrong_page: {
    status: 502,
    title: 'The engine answered another page',
    retryable: true,
    endsList: true,
    example: 'The engine answered another page.',
    advice: 'The engine gave another page than the one asked, which was not passed on. Try again.',
    agentAdvice: 'There may be no such page: ask for an earlier one.',
  },
  upstream_unrecognised: {
    status: 502,
    title: 'The page of the engine could not be read',
    endsList: true,
    example: 'The page of the engine could not be read.',
    advice:
      'The page has a form that the parsers do not know. Save it with SVC_KEEP_FOLDER and open it in the inspector.',
    mayWorkElsewhere: true,
  },
  upstream_bad_response: {
    status: 502,
    title: 'The engine could not be reached or broke off',
    retryable: true,
    endsList: true,
    example: 'The engine closed the connection before it had answered.',
    advice: 'The connection or the page broke off. Try again.',
    mayWorkElsewhere: true,
  },
  overloaded: {
    status: 503,
    title: 'Too many searches are in progress',
    retryable: true,
    retryAfter: 1,
    example: 'Too many searches are waiting for this engine.',
    advice: 'The service is busy. Wait a moment, then try again.',
  },
  circuit_open: {
    status: 503,
    title: 'The circuit of the engine is open after too many failures',
    retryable: true,
    endsList: true,
    example: 'The engine failed too often lately.',
    advice: 'The engine failed too often, so it is left alone for a while. Try again later, or use another engine.',
    mayWorkElsewhere: true,
  },
  no_proxy_available: {
    status: 503,
    title: 'No proxy is fit for use',
    retryable: true,
    endsList: true,
    retryAfter: 30,
    example: 'Every proxy is cooling down.',
    advice: 'No proxy works at present. Try again later, or add proxies.',
  },
  shutting_down: {
    status: 503,
    title: 'The service is shutting down',
    retryable: true,
    retryAfter: 5,
    example: 'The service is shutting down.',
    advice: 'The service is being stopped. Try again once it is back.',
  },
  upstream_timeout: {
    status: 504,
    title: 'The engine did not answer in time',
    retryable: true,
    endsList: 'deadline',
    example: 'The engine did not answer in time.',
    advice: 'The engine took too long. Try again, or ask for fewer results.',
    mayWorkElsewhere: true,
  },
} as const;

/** The closed list of what `code` may be in an answer. */
export type ErrorCode = keyof typeof kinds;

/** A row that has no column but those of `ErrorKind`. */
type Checked<Row> = keyof Row extends keyof ErrorKind ? ErrorKind : never;

/** The kind of each code. */
export const errorKinds: { readonly [Code in ErrorCode]: Checked<(typeof kinds)[Code]> } = kinds;
