import { headerProfiles } from '../../src/identity/profiles.js';
import { createSession } from '../../src/session-pool/session.js';
import type { PageRequest, RawPage, Session } from '../../src/types.js';

/** A request of `alpha.search` for an address. */
export function requestFor(url: string, change: Partial<PageRequest> = {}): PageRequest {
  return {
    engine: 'alpha',
    operation: 'alpha.search',
    query: 'tea',
    page: 1,
    url,
    headers: {},
    cookies: {},
    ...change,
  };
}

/** A session without cookies. */
export function newSession(change: Partial<Session> = {}): Session {
  return createSession({ id: 'session', engine: 'alpha', profile: headerProfiles[0]!, ...change });
}

/** An empty page with a status. */
export function pageOf(status: number, headers: Record<string, string> = {}): RawPage {
  return { url: 'http://engine.test/', status, headers, body: new Uint8Array() };
}
