import { headerProfiles } from '../../src/identity/profiles.js';
import { createExit, type Exit } from '../../src/session-pool/exit.js';
import { createIdleSessions, createSession } from '../../src/session-pool/session.js';
import type { ProxyServer } from '../../src/types.js';

/** An exit for alpha with the given properties. */
export function exitOf(proxy: ProxyServer | undefined, known: Partial<Exit> = {}): Exit {
  const make = () => createSession({ id: 'alpha-1', engine: 'alpha', profile: headerProfiles[0]! });
  const idle = createIdleSessions(make, proxy, () => 0);
  return { ...createExit('alpha', proxy, idle), ...known };
}
