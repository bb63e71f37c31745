/** What the rest of the service does about an error, and how it is answered. */
export interface ErrorKind {
  readonly status: number;
  /** The same for every error of this code. */
  readonly title: string;
  /** Whether the same request may succeed when sent again. @default false */
  readonly retryable?: boolean;
  /**
   * Whether it ends a list that is gathered from several pages instead of failing the search: the pages already read are the
   * answer. The reason given for the end is the code, or `deadline`. @default false
   */
  readonly keepsEarlierPages?: boolean | 'deadline';
  /** Whether a line of a batch waits until it has passed: the search could not be tried, so it did not fail. @default false */
  readonly batchesWait?: boolean;
  /** Seconds for `Retry-After` when neither the engine nor an exceeded limit says how long. @default no header */
  readonly retryAfter?: number;
  /** An example of `detail`. @default the one in `longerExamples` of the OpenAPI description */
  readonly example?: string;
  /** What a person can do about it, as shown in the playground. */
  readonly advice: string;
  /** The same for the command line, which has no form; `''` if `detail` says it all. @default advice */
  readonly commandAdvice?: string;
  /** Whether the same search on another engine may work. @default false */
  readonly mayWorkElsewhere?: boolean;
  /** Its text in `unresponsive_engines` of SearXNG's API. @default error */
  readonly searxng?: string;
  /** What an agent can do about it, in addition to `detail`. @default nothing */
  readonly agentAdvice?: string;
}

/** The only table of errors: to add an error, add a row. Tests name the tables in the documentation that lack it. */
const kinds = {
  malformed_json: {
    status: 400,
    title: 'The request is not valid HTTP, or its body is not valid JSON',
    example: 'The body is not valid JSON.',
    advice:
      'Send a JSON object. The form always does, so something between this page and the service changed the request.',
    commandAdvice: 'Check --url: something there changed the request.',
  },
  missing_parameter: {
    status: 400,
    title: 'A required parameter is missing',
    advice: 'Fill in the field that is marked in the form.',
    commandAdvice: '',
    agentAdvice: 'Call the tool again with the parameter.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter has an invalid value',
    advice: 'Correct the fields that are marked in the form.',
    commandAdvice: '',
    agentAdvice: 'Call the tool again with a valid value.',
  },
  unknown_parameter: {
    status: 400,
    title: 'A parameter does not exist',
    advice: 'This operation has no such parameter: remove it, or choose another operation.',
    commandAdvice: '',
    agentAdvice: 'Call the tool again without it.',
  },
  mutually_exclusive: {
    status: 400,
    title: 'Parameters exclude each other',
    advice: 'Send only one of these parameters.',
    commandAdvice: '',
    agentAdvice: 'Call the tool again with one of them.',
  },
  unknown_location: {
    status: 400,
    title: 'The location matches no place',
    advice: 'Choose a place from the list that opens as you type, or one of the suggestions at the field.',
    commandAdvice: '"svc locations find" lists places.',
    agentAdvice: 'Call the tool again with a place that exists, preferably a city and its country.',
  },
  missing_api_key: {
    status: 401,
    title: 'No API key was sent',
    example: 'The header "x-api-key" is missing.',
    advice:
      'Enter your key in the form. A service without configured keys prints at startup where its own is; “svc keys create” makes more.',
    commandAdvice: 'Pass --key, or set SVC_KEY.',
    agentAdvice: 'The operator must give this client a key.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not known',
    example: 'The API key is not known.',
    advice: 'Check the key: this service does not know it.',
    commandAdvice: 'Pass another --key, or set SVC_KEY.',
    agentAdvice: 'The operator must give this client a valid key.',
  },
  api_key_disabled: {
    status: 403,
    title: 'The API key is disabled',
    example: 'The API key is disabled.',
    advice: 'The key is disabled. Ask the operator of the service, or use another key.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key may not do this',
    example: 'The key does not have the scope "search", which this path requires.',
    advice: 'The key lacks the scope named above. “svc keys create” makes a key that has it.',
  },
  cost_over_limit: {
    status: 403,
    title: 'The request costs more than the limits of the API key can ever allow',
    example: 'The search costs 10 pages, but the key may request at most 5 per 60 s; it can never succeed.',
    advice: 'Request fewer results at once, or ask the operator to raise the limits of the key. Waiting does not help.',
  },
  not_found: {
    status: 404,
    title: 'Nothing is served at this path',
    advice: 'This service does not have the path. It may be older than this page: reload.',
    commandAdvice: 'Check --url. The service may be older than this command.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not serve this method',
    example: 'This path serves only POST.',
    advice: 'Searches are sent as POST. Something between this page and the service changed the request.',
    commandAdvice: 'Check --url: something there changed the request.',
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
    title: 'The path does not accept the media type of the body',
    example: 'The body must be sent with "Content-Type: application/json".',
    advice: 'Send the body as application/json.',
  },
  rate_limited: {
    status: 429,
    title: 'The key exceeds its rate limit',
    retryable: true,
    batchesWait: true,
    example: 'The key may request 100 pages per 60 s; enough for this request are available in 12 s.',
    advice: 'Wait as long as the message says, then try again. GET /api/v1/account shows the limits of the key.',
  },
  quota_exceeded: {
    status: 429,
    title: 'The key has used up its daily or monthly quota',
    retryable: true,
    example:
      'The key may request 10000 pages per day (UTC) and has 0 left; this search costs 1. The next day begins in 3600 s.',
    advice: 'The key has no pages left for the day or month. Wait, or ask the operator to raise its quota.',
    agentAdvice: 'Do not call it again before then.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    example: 'The service failed; the error was logged.',
    advice: 'This is a fault of the service. Its log has the details under the id below.',
    commandAdvice: 'This is a fault of the service. Its log has the details.',
  },
  upstream_captcha: {
    status: 502,
    title: 'The engine asked for a captcha',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine asked for a captcha.',
    advice: 'The engine suspects that this address is a bot. Use other proxies, a browser, or an unblocking service.',
    mayWorkElsewhere: true,
    searxng: 'CAPTCHA',
  },
  upstream_rate_limited: {
    status: 502,
    title: 'The engine limits the rate of requests',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine asked to wait longer than the time left for this search.',
    advice: 'The engine wants fewer requests from this address. Wait, or add proxies.',
    mayWorkElsewhere: true,
    searxng: 'too many requests',
  },
  upstream_forbidden: {
    status: 502,
    title: 'The engine refused the client',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine refused the client.',
    advice: 'The engine refuses this address. Use other proxies, or another way to fetch.',
    mayWorkElsewhere: true,
    searxng: 'access denied',
  },
  upstream_consent: {
    status: 502,
    title: 'The engine asked for consent',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine asked for consent.',
    advice: 'The engine asks for consent first. Try again; if that does not help, fetch with a browser.',
    mayWorkElsewhere: true,
    searxng: 'access denied',
  },
  upstream_js_required: {
    status: 502,
    title: 'The engine answers only browsers',
    keepsEarlierPages: true,
    example: 'The engine answers only browsers.',
    advice: 'The engine only serves browsers: start the service with SVC_ADAPTER=chain:http,browser.',
    commandAdvice: 'Fetch with a browser: SVC_ADAPTER=chain:http,browser.',
    mayWorkElsewhere: true,
    searxng: 'access denied',
  },
  upstream_wrong_query: {
    status: 502,
    title: 'The engine answered a different query',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine answered a different query.',
    advice: 'The engine answered a different query, so the page was discarded. Try again.',
    agentAdvice: 'Rephrase the query, for instance without quotation marks or operators.',
    searxng: 'parsing error',
  },
  upstream_wrong_page: {
    status: 502,
    title: 'The engine returned a different page',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine returned a different page.',
    advice: 'The engine returned a different page than requested, so it was discarded. Try again.',
    agentAdvice: 'The page may not exist: ask for an earlier one.',
    searxng: 'parsing error',
  },
  upstream_unrecognised: {
    status: 502,
    title: 'The page from the engine could not be parsed',
    keepsEarlierPages: true,
    example: 'The page from the engine could not be parsed.',
    advice:
      'The parsers do not know the layout of this page. Save it with SVC_KEEP_FOLDER and open it in the inspector.',
    mayWorkElsewhere: true,
    searxng: 'parsing error',
  },
  upstream_bad_response: {
    status: 502,
    title: 'The engine could not be reached or its response was incomplete',
    retryable: true,
    keepsEarlierPages: true,
    example: 'The engine closed the connection before it answered.',
    advice: 'The connection failed, or the page was incomplete. Try again.',
    mayWorkElsewhere: true,
    searxng: 'HTTP error',
  },
  overloaded: {
    status: 503,
    title: 'Too many searches are in progress',
    retryable: true,
    batchesWait: true,
    retryAfter: 1,
    example: 'Too many searches are waiting for this engine.',
    advice: 'The service is busy. Wait a moment, then try again.',
    searxng: 'timeout',
  },
  circuit_open: {
    status: 503,
    title: 'The circuit of the engine is open because it failed too often',
    retryable: true,
    batchesWait: true,
    keepsEarlierPages: true,
    example: 'The engine has failed too often recently.',
    advice: 'The engine failed too often, so it gets no requests for a while. Try again later, or use another engine.',
    mayWorkElsewhere: true,
    searxng: 'Suspended: access denied',
  },
  no_proxy_available: {
    status: 503,
    title: 'No proxy is available',
    retryable: true,
    batchesWait: true,
    keepsEarlierPages: true,
    retryAfter: 30,
    example: 'Every proxy is cooling down.',
    advice: 'No proxy works at the moment. Try again later, or add proxies.',
    searxng: 'proxy error',
  },
  shutting_down: {
    status: 503,
    title: 'The service is shutting down',
    retryable: true,
    retryAfter: 5,
    example: 'The service is shutting down.',
    advice: 'The service is shutting down. Try again when it is back.',
  },
  upstream_timeout: {
    status: 504,
    title: 'The engine did not answer in time',
    retryable: true,
    keepsEarlierPages: 'deadline',
    example: 'The engine did not answer in time.',
    advice: 'The engine took too long. Try again, or request fewer results.',
    mayWorkElsewhere: true,
    searxng: 'timeout',
  },
} as const;

/** Every value that `code` can have in an answer; the list is closed. */
export type ErrorCode = keyof typeof kinds;

/** `never` for a row with a column that `ErrorKind` does not have. */
type Checked<Row> = keyof Row extends keyof ErrorKind ? ErrorKind : never;

/** The kind of each code. */
export const errorKinds: { readonly [Code in ErrorCode]: Checked<(typeof kinds)[Code]> } = kinds;
