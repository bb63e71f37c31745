import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { hostOf, isReachable, type ListedHost } from '../../config/listed-hosts.js';

/** A message to send. */
export interface SentMessage {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** How the receiver answered. */
export interface Receipt {
  status: number;
  /** Seconds that the receiver asks to wait, if it does. */
  retryAfter: number | undefined;
}

/** Milliseconds in which a receiver must answer. */
const timeout = 15_000;

/**
 * Sends a message once, over a connection of its own. The address is checked once its name is resolved, redirects are not followed, and
 * only the head of the answer is read. Rejects when there is no answer in time.
 */
export function sendOnce(message: SentMessage, hosts: readonly ListedHost[], signal: AbortSignal): Promise<Receipt> {
  const url = new URL(message.address);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const late = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  return new Promise((done, fail) => {
    const host = hostOf(url);
    // `lookup` is not called for a literal address.
    if (isLiteral(host) && !isReachable(host, hosts)) return fail(new UnreachableError(host));
    const headers = { ...message.headers, 'content-length': Buffer.byteLength(message.body) };
    const options = { method: 'POST', headers, agent: false, signal: late, lookup: checkedLookup(hosts) };
    const sent = send(url, options, ({ statusCode: status = 0, headers: answered }) => {
      done({ status, retryAfter: secondsIn(answered['retry-after']) });
      sent.destroy();
    });
    sent.on('error', fail);
    sent.end(message.body);
  });
}

/** The name of a host resolves to an address that webhooks may not reach. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'private_address';
  constructor(host: string) {
    super(`${host} is an address that webhooks may not go to`);
  }
}

function isLiteral(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host);
}

/** Resolves a name, and fails unless webhooks may reach every one of its addresses. */
function checkedLookup(hosts: readonly ListedHost[]): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.some(({ address }) => !isReachable(address, hosts)))
        return callback(new UnreachableError(name), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function secondsIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}
