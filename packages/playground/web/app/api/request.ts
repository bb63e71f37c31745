/** An error in one field of a request. */
export interface Fault {
  field: string;
  code: string;
  message: string;
  suggestions?: string[];
}

/** An error of the service, see RFC 9457. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id?: string;
  retryable?: boolean;
  errors?: Fault[];
  errors_omitted?: number;
}

/** Whether a body is an error of the service. */
function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  return ['title', 'detail', 'code'].every((name) => typeof Reflect.get(body, name) === 'string');
}

/** Information from the headers of a response. */
export interface ResponseInfo {
  status: number;
  /** Milliseconds until the response was complete. */
  ms: number;
  requestId: string | undefined;
  /** Number of engine pages in the response, and why there are no more. */
  gathered: string | undefined;
  /** The place that `location` was resolved to. */
  place: string | undefined;
  cache: string | undefined;
  deprecated: boolean;
  /** The remaining limits of the key. */
  limits: string | undefined;
  /** Seconds after which to retry. */
  retryAfter: number | undefined;
}

/** JSON from the service. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The outcome of a request. */
export type Outcome =
  | { kind: 'answer'; info: ResponseInfo; body: JsonObject }
  | { kind: 'problem'; info: ResponseInfo; problem: Problem; body: JsonObject }
  | { kind: 'other'; info: ResponseInfo; type: string; text: string }
  | { kind: 'unreachable'; message: string; ms: number }
  | { kind: 'cancelled'; ms: number };

/** A request to the service. */
export interface ApiCall {
  url: string;
  key: string;
  body: JsonObject;
}

/** Sends a search. Never rejects: any failure is an outcome. */
export async function sendApiCall({ url, key, body }: ApiCall, signal: AbortSignal): Promise<Outcome> {
  const start = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) },
      body: JSON.stringify(body),
      signal,
    });
    const text = await response.text();
    return outcomeOf(response, text, performance.now() - start);
  } catch (error) {
    const ms = performance.now() - start;
    if (signal.aborted) return { kind: 'cancelled', ms };
    return { kind: 'unreachable', message: error instanceof Error ? error.message : String(error), ms };
  }
}

/** Interprets a response. */
export function outcomeOf(response: Pick<Response, 'status' | 'headers'>, text: string, ms: number): Outcome {
  const info = responseInfoOf(response, ms);
  const type = response.headers.get('content-type') ?? '';
  const body = /[/+]json\b/.test(type) ? parsed(text) : undefined;
  if (body === undefined) return { kind: 'other', info, type, text };
  if (isProblem(body)) return { kind: 'problem', info, problem: body, body };
  return info.status < 400 ? { kind: 'answer', info, body } : { kind: 'other', info, type, text };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined; // shown as text
  }
}

/** The information about a stored response, whose headers are not stored. */
export function storedResponseInfo(status: number, ms: number): ResponseInfo {
  return responseInfoOf({ status, headers: new Headers() }, ms);
}

function responseInfoOf({ status, headers }: Pick<Response, 'status' | 'headers'>, ms: number): ResponseInfo {
  const header = (name: string) => headers.get(name) ?? undefined;
  const seconds = Number(header('retry-after'));
  return {
    status,
    ms,
    requestId: header('x-request-id'),
    gathered: header('x-gathered-pages'),
    place: header('x-location'),
    cache: header('x-cache'),
    deprecated: header('deprecation') !== undefined,
    limits: header('ratelimit'),
    retryAfter: header('retry-after') !== undefined && Number.isFinite(seconds) ? seconds : undefined,
  };
}
