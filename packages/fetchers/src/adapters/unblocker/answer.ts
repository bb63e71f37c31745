import { FetchError } from '../../errors.js';
import { readDateHeader, readRetryAfter } from '../../policies/retry.js';
import type { PageRequest, RawPage } from '../../types.js';
import type { UnblockerAnswerPart, UnblockerDescription, UnblockerFault, UnblockerFaultRule } from './description.js';

/** The service's response. */
export interface UnblockerResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Extracts the page from a response. Throws a `FetchError` if the service itself failed. */
export function readUnblockedPage(
  answer: UnblockerResponse,
  request: PageRequest,
  { answer: parts = {}, faults = [] }: UnblockerDescription,
): RawPage {
  const read = partReader(answer);
  const known = faults.find((rule) => fits(rule, answer, read));
  if (known !== undefined) throw faultError(known.fault, answer);
  const status = parts.status === undefined ? answer.status : Number(read(parts.status) ?? Number.NaN);
  if (!Number.isInteger(status) || status < 100) throw faultError(faultByStatus(answer.status), answer);
  const retryAfter = parts.retryAfter && read(parts.retryAfter);
  return {
    url: textOf(parts.url && read(parts.url)) ?? request.url,
    status,
    headers: { ...contentType(answer, parts), ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    body: bodyOf(answer, parts, read),
  };
}

type Parts = NonNullable<UnblockerDescription['answer']>;
type Reader = (part: UnblockerAnswerPart) => unknown;

/** Reads parts of a response; undefined for missing parts. The JSON is parsed once, on first use. */
function partReader({ headers, body }: UnblockerResponse): Reader {
  let json: unknown;
  let isRead = false;
  return (part) => {
    if ('header' in part) return headers[part.header.toLowerCase()];
    if (!isRead) json = parsed(body);
    isRead = true;
    return part.json.split('.').reduce<unknown>(stepInto, json) ?? undefined;
  };
}

function stepInto(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined; // a response that is not JSON has no parts
  }
}

function fits({ status, part, value }: UnblockerFaultRule, answer: UnblockerResponse, read: Reader): boolean {
  if (status !== undefined && status !== answer.status) return false;
  if (part === undefined) return status !== undefined;
  const found = read(part);
  return value === undefined ? found !== undefined : String(found) === String(value);
}

function faultByStatus(status: number): UnblockerFault {
  if (status === 401 || status === 403 || status === 407) return 'key';
  if (status === 402) return 'quota';
  if (status === 429 || status === 503) return 'busy';
  return status >= 400 && status < 500 ? 'request' : 'gave_up';
}

const said: Readonly<Record<UnblockerFault, readonly [code: 'misconfigured' | 'network', message: string]>> = {
  key: ['misconfigured', 'The unblocking service refuses the key'],
  quota: ['misconfigured', 'The account of the unblocking service is used up'],
  request: ['misconfigured', 'The unblocking service does not understand its description'],
  busy: ['network', 'The unblocking service is busy'],
  gave_up: ['network', 'The unblocking service did not get the page'],
};

function faultError(fault: UnblockerFault, { status, headers }: UnblockerResponse): FetchError {
  const [code, message] = said[fault];
  const retryAfter = readRetryAfter(headers['retry-after'], readDateHeader(headers));
  return new FetchError(code, `${message} (HTTP ${status})`, { ...(retryAfter !== undefined && { retryAfter }) });
}

/** A page in a JSON string is Unicode. A page in base64, or the whole body, keeps its charset. */
function contentType({ headers }: UnblockerResponse, { page }: Parts): Record<string, string> {
  if (page !== undefined) return { 'content-type': 'text/html; charset=utf-8' };
  const type = headers['content-type'];
  return type === undefined ? {} : { 'content-type': type };
}

function bodyOf(answer: UnblockerResponse, { page, isBase64 = false }: Parts, read: Reader): Uint8Array {
  const body = page === undefined ? Buffer.from(answer.body).toString('latin1') : textOf(read(page));
  if (body === undefined || body === '') throw faultError('gave_up', answer);
  if (isBase64) return Buffer.from(body, 'base64');
  return page === undefined ? answer.body : Buffer.from(body);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
