import { z } from 'zod';
import { ApiError, type Fault, maxFaultsPerError, problemOf, problemType } from '../../errors/api-error.js';
import { type ErrorCode, errorKinds } from '../../errors/kinds.js';
import { authenticatedResponseHeaders, commonResponseHeaders, type HeaderName, headerRefs } from './headers.js';
import { componentRef, namedSchemas, type OpenApiFragment } from './json.js';

const codes = Object.keys(errorKinds) as [ErrorCode, ...ErrorCode[]];

const fault = z.strictObject({
  field: z.string().describe('Name of the parameter; empty for the whole body.'),
  code: z.enum(codes),
  message: z.string(),
  suggestions: z.array(z.string()).describe('Values that may have been meant.').exactOptional(),
});

const problem = z.strictObject({
  type: z.string().describe('URI of the kind of error: `urn:svc:error:<code>`.'),
  title: z.string().describe('The same for each code.'),
  status: z.int().describe('The HTTP status.'),
  detail: z.string().describe('What happened, for people.'),
  instance: z.string().describe('Path of the request.'),
  code: z.enum(codes).describe('Code of the error, for programs. The list of codes is closed.'),
  request_id: z.string().describe('As in the header `X-Request-Id`.'),
  retryable: z.boolean().describe('Whether the same request may succeed when sent again.'),
  error: z.string().describe('Equals `detail`.'),
  errors: z.array(fault).max(maxFaultsPerError).describe('Every fault of the request.').exactOptional(),
  errors_omitted: z.int().describe('Number of faults that are not listed.').exactOptional(),
});

/** The schemas of errors. */
export const problemSchemas: Readonly<Record<string, OpenApiFragment>> = namedSchemas({
  Problem: problem,
  Fault: fault,
});

/** The codes and additional headers of an error answer. */
interface ProblemResponse {
  status: number | 'default';
  codes: readonly ErrorCode[];
  headers: readonly HeaderName[];
}

/** Errors of no operation, because the path or the method is wrong. */
const unrouted: readonly ErrorCode[] = ['not_found', 'method_not_allowed'];

const onFailures: readonly HeaderName[] = [...authenticatedResponseHeaders, 'Deprecation'];

const extraHeaders: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  502: ['Retry-After'],
  503: ['Retry-After'],
};

const statuses = [...new Set(codes.filter((code) => !unrouted.includes(code)).map((code) => errorKinds[code].status))];

const responses: readonly ProblemResponse[] = [
  ...statuses.map((status) => ({
    status,
    codes: codes.filter((code) => errorKinds[code].status === status),
    headers: [...(extraHeaders[status] ?? []), ...(status === 401 ? commonResponseHeaders : onFailures)],
  })),
  { status: 404, codes: ['not_found'], headers: onFailures },
  { status: 'default', codes: unrouted, headers: [...commonResponseHeaders, 'Allow'] },
];

/** An example of an error, beyond what its code says. */
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

/** Examples with more than the `example` of their kind: faults, or another path. */
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
  not_found: {
    detail: 'Nothing is served at this path. Did you mean "/api/v1/alpha/search"?',
    path: '/api/v1/alpha/serch',
  },
};

/** An example for a code, as the service would answer. */
function problemExample(code: ErrorCode): ProblemExample {
  const { title, example = title } = errorKinds[code];
  return longerExamples[code] ?? { detail: `${example}` };
}

/** All error answers, with an example for each code. */
export const problemResponses: Readonly<Record<string, OpenApiFragment>> = Object.fromEntries(
  responses.map(({ status, codes, headers }) => [
    responseName(status),
    {
      description: codes.map((code) => `\`${code}\`: ${errorKinds[code].title}.`).join(' '),
      headers: headerRefs([...headers, 'Link']),
      content: { [problemType]: problemContent(...codes) },
    },
  ]),
);

/** The body of an error with one of these codes, with an example for each. */
export function problemContent(...codes: readonly ErrorCode[]): OpenApiFragment {
  return {
    schema: componentRef('schemas', 'Problem'),
    examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
  };
}

/** References to the errors of an operation, by status. */
export function problemRefs(...statuses: readonly number[]): Record<string, OpenApiFragment> {
  const all = [...statuses, 'default' as const];
  return Object.fromEntries(all.map((status) => [status, componentRef('responses', responseName(status))]));
}

function responseName(status: number | 'default'): string {
  return status === 'default' ? 'UnroutedProblem' : `Problem${status}`;
}

function exampleOf(code: ErrorCode): OpenApiFragment {
  const { detail, path = '/api/v1/alpha/search', ...extras } = problemExample(code);
  const request = { id: '6f1b3c0e-6a43-4e0b-9d0e-0f6f5f1e2a10', url: path };
  return { summary: errorKinds[code].title, value: problemOf(new ApiError(code, detail, extras), request) };
}
