import type { Fault } from '../../errors/api-error.js';
import { type ErrorCode, errorKinds } from '../../errors/kinds.js';

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

/** Examples that say more than the `example` of their kind: what is at fault, or another path. */
const longerExamples: Partial<Readonly<Record<ErrorCode, ProblemExample>>> = {
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
  not_found: { detail: 'Nothing is served at this path.', path: '/api/v1/alpha/serch' },
};

/** One example of a code, as the service words it. */
export function problemExample(code: ErrorCode): ProblemExample {
  const { title, example = title } = errorKinds[code];
  return longerExamples[code] ?? { detail: `${example}` };
}
