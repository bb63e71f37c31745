import { parsedAddress } from '@svc/fetchers';
import ipaddr from 'ipaddr.js';

/** A host that an operator has listed: webhooks may go to it, or pages may be read on it. */
export interface ListedHost {
  /** In lower case, without brackets. */
  readonly name: string;
  /** Undefined for the usual one of HTTPS. */
  readonly port: number | undefined;
}

/** The hosts of a list such as `hooks.example.com, 10.0.0.5:8443`; undefined for what is none. */
export function readHosts(text: string): ListedHost[] | undefined {
  const hosts = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .map(readHost);
  const known = hosts.filter((host) => host !== undefined);
  return known.length === hosts.length ? known : undefined;
}

function readHost(entry: string): ListedHost | undefined {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || Number(port ?? 1) > 65_535) return undefined;
  return { name, port: port === undefined ? undefined : Number(port) };
}

/** Why an address is not one that webhooks may go to, as the end of a sentence; undefined where it is. */
export function refusalOf(address: string, hosts: readonly ListedHost[]): string | undefined {
  if (hosts.length === 0) return 'is not supported: the operator allows no host for webhooks';
  const url = parsedAddress(address);
  if (url === undefined) return 'must be an address such as "https://hooks.example.com/svc"';
  if (url.username !== '' || url.password !== '') return 'must hold no credentials';
  if (hosts.every((host) => !isHostOf(host, url))) return 'must be on a host that the operator allows';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(hostOf(url)));
  return isSafe ? undefined : 'must begin with "https://"';
}

function isHostOf({ name, port }: ListedHost, url: URL): boolean {
  return hostOf(url) === name && portOf(url) === (port ?? 443);
}

/** The host of an address, without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function isLoopback(host: string): boolean {
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** Of IPv6 the one block that is routed; the rest, as `::7f00:1`, has IPv4 addresses in it or is for uses to come. */
const routed = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(routed));
}

/**
 * Whether a connection may be made to an IP address: a public one, or one that the operator has listed itself. A name that
 * resolves to a private address would be a way into the operator's network.
 */
export function isReachable(ip: string, hosts: readonly ListedHost[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  if (isPublic(address)) return true;
  return hosts.some(({ name }) => ipaddr.isValid(name) && ipaddr.process(name).toString() === address.toString());
}
