import type { FastifyInstance } from 'fastify';
import { injectWithSignal } from '../../http/connections.js';

/** The API request that a call of a tool becomes. */
export interface ApiRequest {
  /** Path with its query string. */
  path: string;
  body: string;
  contentType: string;
}

/** Its answer. */
export interface ApiAnswer {
  status: number;
  /** Seconds after which to retry, if the service says so. */
  retryAfter: number | undefined;
  body: unknown;
}

/** Sends an API request, so that a call of a tool is admitted, charged, limited and logged like that request. */
export type SendApiRequest = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>;

/** Sends requests to a service in this process. @param headers headers of every request, including the key */
export function createInjectSender(app: FastifyInstance, headers: Readonly<Record<string, string>>): SendApiRequest {
  return async ({ path, body, contentType }, signal) => {
    const sent = { ...headers, 'content-type': contentType };
    const response = await injectWithSignal(signal, async () =>
      app.inject({ method: 'POST', url: path, payload: body, headers: sent }),
    );
    const retryAfter = Number(response.headers['retry-after'] ?? Number.NaN);
    return answerOf(response.statusCode, response.body, retryAfter);
  };
}

/** Sends requests to a service over HTTP. */
export function createHttpSender(baseUrl: string, apiKey: string): SendApiRequest {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  return async ({ path, body, contentType }, signal) => {
    const response = await fetch(base + path, {
      method: 'POST',
      body,
      headers: { 'x-api-key': apiKey, 'content-type': contentType },
      signal,
    });
    return answerOf(response.status, await response.text(), Number(response.headers.get('retry-after') ?? Number.NaN));
  };
}

function answerOf(status: number, text: string, retryAfter: number): ApiAnswer {
  return { status, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined, body: jsonIn(text) };
}

/** Text that is not JSON comes from a proxy in between; it is the best explanation that there is. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text.slice(0, 200);
    throw error;
  }
}
