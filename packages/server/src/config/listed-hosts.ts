import { createRequire } from 'node:module';
import { parseUrl } from '@svc/fetchers';
import type IpAddr from 'ipaddr.js';

// Not imported: Node.js scans the source of a CommonJS module for exports, which takes longer than loading this one.
const ipaddr = createRequire(import.meta.url)('ipaddr.js') as typeof IpAddr;

/** A host that the operator allows for webhooks or for reading pages. */
export interface AllowedHost {
  /** In lower case, without brackets. */
  readonly name: string;
  /** Undefined for the default port of HTTPS. */
  readonly port: number | undefined;
}

/** Parses a list of hosts such as `hooks.example.com, 10.0.0.5:8443`; undefined if it is invalid. */
export function parseAllowedHosts(text: string): AllowedHost[] | undefined {
  const hosts = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .map(readHost);
  const known = hosts.filter((host) => host !== undefined);
  return known.length === hosts.length ? known : undefined;
}

function readHost(entry: string): AllowedHost | undefined {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || Number(port ?? 1) > 65_535) return undefined;
  return { name, port: port === undefined ? undefined : Number(port) };
}

/** Why webhooks may not be sent to an address, as the end of a sentence; undefined if they may. */
export function webhookUrlRefusal(address: string, hosts: readonly AllowedHost[]): string | undefined {
  if (hosts.length === 0) return 'is not supported: the operator allows no host for webhooks';
  const url = parseUrl(address);
  if (url === undefined) return 'must be an address such as "https://hooks.example.com/svc"';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (hosts.every((host) => !isHostOf(host, url))) return 'must be on a host that the operator allows';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(hostWithoutBrackets(url)));
  return isSafe ? undefined : 'must begin with "https://"';
}

function isHostOf({ name, port }: AllowedHost, url: URL): boolean {
  return hostWithoutBrackets(url) === name && portOf(url) === (port ?? 443);
}

/** The host of an address, without brackets. */
export function hostWithoutBrackets({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function isLoopback(host: string): boolean {
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** The only IPv6 block that is routed; the rest embeds IPv4 addresses, such as `::7f00:1`, or is reserved. */
const routed = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: IpAddr.IPv4 | IpAddr.IPv6): boolean {
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(routed));
}

/**
 * Whether the service may connect to an IP address: it is public, or the operator has listed it as such. Otherwise a name
 * that resolves to a private address would give access to the operator's network.
 */
export function isAllowedIp(ip: string, hosts: readonly AllowedHost[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  if (isPublic(address)) return true;
  return hosts.some(({ name }) => ipaddr.isValid(name) && ipaddr.process(name).toString() === address.toString());
}
