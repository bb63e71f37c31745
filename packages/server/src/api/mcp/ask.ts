import type { FastifyInstance } from 'fastify';
import { leavingWith } from '../../http/leaving.js';

/** A request of the API that a tool is made of. */
export interface ApiRequest {
  /** Path with its query string. */
  path: string;
  body: string;
  contentType: string;
}

/** Its answer. */
export interface ApiAnswer {
  status: number;
  /** Seconds after which to send the request again, where the service says so. */
  retryAfter: number | undefined;
  body: unknown;
}

/** Sends a request of the API, so that a tool is admitted, paid for, limited and logged as that request. */
export type Ask = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>;

/** Hands requests to a service in this process. @param headers those of every request, the key among them */
export function askApp(app: FastifyInstance, headers: Readonly<Record<string, string>>): Ask {
  return async ({ path, body, contentType }, signal) => {
    const sent = { ...headers, 'content-type': contentType };
    const response = await leavingWith(signal, async () =>
      app.inject({ method: 'POST', url: path, payload: body, headers: sent }),
    );
    const retryAfter = Number(response.headers['retry-after'] ?? Number.NaN);
    return answerOf(response.statusCode, response.body, retryAfter);
  };
}

/** Sends requests to a service elsewhere. */
export function askService(baseUrl: string, apiKey: string): Ask {
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

/** What is no JSON comes from something between here and the service; its text says as much as can be known. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text.slice(0, 200);
    throw error;
  }
}
