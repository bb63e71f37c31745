import type { DocumentTarget } from '@svc/fetchers';
import { isReachable, type ListedHost } from '../config/listed-hosts.js';

/** Ports of the web: others are those of services that answer anybody who is in their network. */
const webPorts: readonly number[] = [80, 443];

/**
 * Creates the rule of where pages may be read: on public addresses by the ports of the web, and on the hosts that the operator
 * has listed.
 */
export function createTargetRule(hosts: readonly ListedHost[]): (target: DocumentTarget) => boolean {
  return ({ host, ip, port }) => {
    const isListed = hosts.some(
      (listed) =>
        [host, ip].includes(listed.name) &&
        (listed.port === undefined ? webPorts.includes(port) : listed.port === port),
    );
    return isListed || (webPorts.includes(port) && isReachable(ip, []));
  };
}
