import { z } from 'zod';
import type { ErrorCode } from '../../errors/kinds.js';
import type { ApiAnswer } from './ask.js';

const otherEngine = 'The same search on another engine may work.';

/** What an agent can do about an error, beside what its detail says. */
const advice: Partial<Readonly<Record<ErrorCode, string>>> = {
  missing_parameter: 'Call the tool again with the parameter.',
  invalid_parameter: 'Call the tool again with a valid value.',
  unknown_parameter: 'Call the tool again without it.',
  mutually_exclusive: 'Call the tool again with one of them.',
  unknown_location: 'Call the tool again with a place that exists, best a city and its country.',
  missing_api_key: 'The operator must give this client a key.',
  invalid_api_key: 'The operator must give this client a key that is known.',
  quota_exceeded: 'Do not call it again before then.',
  upstream_captcha: otherEngine,
  upstream_rate_limited: otherEngine,
  upstream_forbidden: otherEngine,
  upstream_consent: otherEngine,
  upstream_js_required: otherEngine,
  upstream_unrecognised: otherEngine,
  upstream_bad_response: otherEngine,
  upstream_timeout: otherEngine,
  circuit_open: otherEngine,
  upstream_wrong_query: 'Word the query differently, for instance without quotation marks or operators.',
  upstream_wrong_page: 'There may be no such page: ask for an earlier one.',
};

const problem = z.looseObject({
  code: z.string(),
  detail: z.string(),
  retryable: z.boolean(),
  errors: z.array(z.looseObject({ suggestions: z.array(z.string()).optional() })).optional(),
});

/** An error of the service as a tool tells it: what happened, and what to do. */
export function failureText({ status, retryAfter, body }: ApiAnswer): string {
  const read = problem.safeParse(body);
  if (!read.success)
    return `The service answered with status ${status}, and not as this service does: is the address right?`;
  const { code, detail, retryable, errors = [] } = read.data;
  const meant = [...new Set(errors.flatMap(({ suggestions = [] }) => suggestions))];
  return [
    `${detail} (${code})`,
    meant.length > 0 && `Possibly meant: ${meant.join(', ')}.`,
    retryText(retryable, retryAfter),
    advice[code as ErrorCode],
  ]
    .filter(Boolean)
    .join(' ');
}

function retryText(retryable: boolean, retryAfter: number | undefined): string {
  if (!retryable) return 'The same call would fail again.';
  return retryAfter === undefined
    ? 'The same call may succeed later.'
    : `The same call may succeed in ${retryAfter} s.`;
}
