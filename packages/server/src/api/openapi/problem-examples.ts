import type { Fault } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/kinds.js';

/** What an example says beside what its code says. */
interface ProblemExample {
  detail: string;
  faults?: readonly Fault[];
  /** Path of the request. @default that of a search */
  path?: string;
}

/** The error of one fault. */
function faulty(fault: Fault): ProblemExample {
  return { detail: fault.message, faults: [fault] };
}

/** One example for each code, as the service words them. */
export const problemExamples: Readonly<Record<ErrorCode, ProblemExample>> = {
  malformed_json: { detail: 'The body is not valid JSON.' },
  missing_parameter: faulty({ field: 'query', code: 'missing_parameter', message: '"query" is required.' }),
  invalid_parameter: faulty({
    field: 'gl',
    code: 'invalid_parameter',
    message: '"gl" must be a two-letter country code of ISO 3166-1, or "uk".',
  }),
  unknown_parameter: faulty({
    field: 'q',
    code: 'unknown_parameter',
    message: '"q" is not a parameter of this operation. Did you mean "query"?',
    suggestions: ['query'],
  }),
  mutually_exclusive: {
    detail: '"location" and "uule" cannot be used together.',
    faults: (['location', 'uule'] as const).map((field) => ({
      field,
      code: 'mutually_exclusive',
      message: '"location" and "uule" cannot be used together.',
    })),
  },
  unknown_location: faulty({
    field: 'location',
    code: 'unknown_location',
    message: '"location" matches no place. Did you mean "Lisbon,Lisbon,Portugal"?',
    suggestions: ['Lisbon,Lisbon,Portugal'],
  }),
  missing_api_key: { detail: 'The header "x-api-key" is missing.' },
  invalid_api_key: { detail: 'The API key is not known.' },
  api_key_disabled: { detail: 'The API key is switched off.' },
  insufficient_scope: { detail: 'The key has not the scope "search", which this path needs.' },
  cost_over_limit: {
    detail: 'The search costs 10 pages, and the key may ask for at most 5 in 60 s: it can never pass.',
  },
  not_found: { detail: 'Nothing is served at this path.', path: '/api/v1/alpha/serch' },
  method_not_allowed: { detail: 'This path serves only POST.' },
  request_timeout: { detail: 'The request did not arrive in time.' },
  payload_too_large: { detail: 'The body is larger than 64 KiB.' },
  unsupported_media_type: { detail: 'The body must be sent with "Content-Type: application/json".' },
  rate_limited: { detail: 'The key may ask for 100 pages in 60 s; there is enough for this request in 12 s.' },
  quota_exceeded: { detail: 'The key has used its 10000 pages of this day.' },
  internal_error: { detail: 'The service failed; the error was logged.' },
  upstream_captcha: { detail: 'The engine asked for a captcha.' },
  upstream_rate_limited: { detail: 'The engine asks to wait longer than there is time for.' },
  upstream_forbidden: { detail: 'The engine refused the client.' },
  upstream_consent: { detail: 'The engine asked for consent.' },
  upstream_js_required: { detail: 'The engine answers only to a browser.' },
  upstream_wrong_query: { detail: 'The engine answered another query.' },
  upstream_wrong_page: { detail: 'The engine answered another page.' },
  upstream_unrecognised: { detail: 'The page of the engine could not be read.' },
  upstream_bad_response: { detail: 'The engine closed the connection before it had answered.' },
  overloaded: { detail: 'Too many searches are waiting for this engine.' },
  circuit_open: { detail: 'The engine failed too often lately.' },
  no_proxy_available: { detail: 'Every proxy is cooling down.' },
  shutting_down: { detail: 'The service is shutting down.' },
  upstream_timeout: { detail: 'The engine did not answer in time.' },
};
