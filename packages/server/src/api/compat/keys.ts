import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { CompatConfig } from '../../config/compat.js';
import type { Dialect } from './dialect.js';

/** Path prefix of a dialect. */
export function prefix(name: string): string {
  return `/compat/${name}`;
}

/**
 * The key of a foreign request: `x-api-key`, `Authorization: Bearer` or `Basic` (its password, or its user if the password is
 * empty), or a parameter of the dialect. Undefined if there is none.
 */
export function keyIn(
  { headers }: Pick<FastifyRequest, 'headers'>,
  records: readonly Readonly<Record<string, unknown>>[],
  { keyParams }: Pick<Dialect, 'keyParams'>,
): string | undefined {
  const header = headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return basicKey(value);
  const named = keyParams.flatMap((name) => records.map((record) => record[name]));
  return named.find((key): key is string => typeof key === 'string' && key !== '');
}

function basicKey(encoded: string): string | undefined {
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const key = rest.join(':') || user;
  return key === '' ? undefined : key;
}

/** A key in the path. Dialects that are not enabled count too, because their keys must not be logged either. */
const inPath = /^\/compat\/([a-z]{1,20})\/k\/([^/?#]+)/;

/**
 * Creates the function that rewrites URLs of dialects before anything reads them. The key in `/compat/<name>/k/<key>/…` moves
 * to a header, so that it never appears in a log, trace or error. A request to a host that is configured for a dialect gets its
 * prefix.
 */
export function compatRewriter({ compat, compatHosts }: CompatConfig): (request: IncomingMessage) => string {
  return (request) => {
    const { url = '/', headers } = request;
    const dialect = compatHosts.get((headers.host ?? '').toLowerCase().replace(/:\d+$/, ''));
    const address = dialect !== undefined && compat.includes(dialect) ? prefix(dialect) + url : url;
    const [match, name, key] = inPath.exec(address) ?? [];
    if (match === undefined || key === undefined) return address;
    headers['x-api-key'] ??= decoded(key);
    return `/compat/${name}${address.slice(match.length)}`;
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // invalid percent-encoding: refused as an unknown key
  }
}
