import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https, { type RequestOptions } from 'node:https';

/** Makes a request as `http.request` does. */
type RequestFunction = (
  url: URL,
  options: RequestOptions,
  callback?: (response: IncomingMessage) => void,
) => ClientRequest;

/**
 * Makes a `request` function for the HTTP client that sends headers in a given order and spelling. The client itself
 * writes every name in lower case and `user-agent` first; Node, left alone, adds `Host` and `Connection` last. No
 * browser does any of it.
 *
 * @param order names as they are to be written; headers that are not in it follow in Train-Case
 */
export function requestInOrder(order: readonly string[]): RequestFunction {
  return (url, options, callback) => {
    const headers = arrangeHeaders(options.headers as OutgoingHttpHeaders, url, order);
    const { request } = url.protocol === 'https:' ? https : http;
    return request(url, { ...options, headers }, callback);
  };
}

function arrangeHeaders(given: OutgoingHttpHeaders, url: URL, order: readonly string[]): OutgoingHttpHeaders {
  const left = new Map(Object.entries({ host: url.host, connection: 'keep-alive', ...given }));
  const arranged: OutgoingHttpHeaders = {};
  for (const name of [...order, ...[...left.keys()].map(trainCase)]) {
    const value = left.get(name.toLowerCase());
    if (value !== undefined) arranged[name] = value;
    left.delete(name.toLowerCase());
  }
  return arranged;
}

function trainCase(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
