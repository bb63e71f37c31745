import type { Problem } from './problem.js';

/** What a person can do about an error, by its code. */
export const advice: Readonly<Record<string, string>> = {
  malformed_json:
    'Send a JSON object. The form does so by itself: if you see this here, something between changed the request.',
  missing_parameter: 'Fill in the field that is marked in the form.',
  invalid_parameter: 'Correct the fields that are marked in the form.',
  unknown_parameter: 'This operation has no such parameter: take it out, or choose another operation.',
  mutually_exclusive: 'Give only one of the two.',
  unknown_location: 'Choose a place from the list that opens as you type, or one of the proposals at the field.',
  missing_api_key: 'Enter your key in the form. “npm start” prints one; “svc keys create” makes more.',
  invalid_api_key: 'Check the key: no key of this service is written like that.',
  api_key_disabled: 'The key is switched off. Ask whoever runs the service, or use another key.',
  insufficient_scope:
    'The key was made for other things. “svc keys create” makes one with the scope that is named above.',
  cost_over_limit: 'Ask for fewer results at once, or have the limits of the key raised: waiting does not help.',
  not_found: 'This service does not have the path. It may be older than this page: reload.',
  method_not_allowed: 'Searches are sent as POST. Something between changed the request.',
  request_timeout: 'The request arrived too slowly. Try again.',
  payload_too_large: 'Shorten the request.',
  unsupported_media_type: 'Send the body as application/json.',
  rate_limited: 'Wait as long as it says, then try again. GET /api/v1/account has the limits of the key.',
  quota_exceeded: 'The key has no pages left for the day or month. Wait, or have its quota raised.',
  internal_error: 'A fault of the service. Its log has the id below.',
  upstream_captcha:
    'The engine takes this address for a program. Use other proxies, a browser, or an unblocking service.',
  upstream_rate_limited: 'The engine wants fewer requests from this address. Wait, or add proxies.',
  upstream_forbidden: 'The engine refuses this address. Use other proxies, or another way to fetch.',
  upstream_consent: 'The engine asks for consent first. Try again; if it stays so, fetch with a browser.',
  upstream_js_required: 'The engine answers only to a browser: start the service with SVC_ADAPTER=chain:http,browser.',
  upstream_wrong_query: 'The engine answered something else, which was not passed on. Try again.',
  upstream_wrong_page: 'The engine gave another page than the one asked, which was not passed on. Try again.',
  upstream_unrecognised:
    'The page has a form that the parsers do not know. Save it with SVC_KEEP_FOLDER and open it in the inspector.',
  upstream_bad_response: 'The connection or the page broke off. Try again.',
  overloaded: 'The service is busy. Wait a moment, then try again.',
  circuit_open: 'The engine failed too often, so it is left alone for a while. Try again later, or use another engine.',
  no_proxy_available: 'No proxy works at present. Try again later, or add proxies.',
  shutting_down: 'The service is being stopped. Try again once it is back.',
  upstream_timeout: 'The engine took too long. Try again, or ask for fewer results.',
};

/** What to do about a problem, also one that this page does not know yet. */
export function adviceFor({ code, retryable }: Pick<Problem, 'code' | 'retryable'>): string {
  const known = Object.hasOwn(advice, code) ? advice[code] : undefined;
  return known ?? (retryable ? 'Try again in a moment.' : 'Change the request: sent again as it is, it fails again.');
}
