import { parsedAddress } from '@svc/fetchers';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether a request may come from a web page of this origin. A page of anybody may name this machine by a host name of its
 * own (DNS rebinding), and its requests then seem to come from the same origin; so only origins that are known are allowed.
 *
 * @param origin header `Origin`; undefined for a client that is no browser
 * @param allowed origins beside those of this machine
 */
export function isKnownOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return loopback.test(parsedAddress(origin)?.hostname ?? '');
}

/** Whether a request names this machine as one that listens to itself alone is named. @param host header `Host` */
export function isLoopbackHost(host: string | undefined): boolean {
  return loopback.test(parsedAddress(`http://${host}`)?.hostname ?? '');
}
