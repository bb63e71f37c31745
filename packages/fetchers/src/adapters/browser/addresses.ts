import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Networks that are not public: loopback, private and reserved addresses. */
const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  internal.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  internal.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  const family = isIP(address);
  return family !== 0 && !internal.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * An address of a host. Rejects if any of its addresses is not public, so that a forged DNS record cannot point an engine's name
 * into the local network.
 */
export async function resolvePublicAddress(host: string, resolve: Resolve = resolveAll): Promise<string> {
  const addresses = await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new Error('The host has no address');
  if (addresses.every(isPublicAddress)) return first;
  throw new Error('The host has an address that is not public');
}

/** Resolves a name to its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Resolves a name with the system's resolver. */
export async function resolveAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
