import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Session } from '../types.js';
import { type ConnectTarget, createConnector } from './connector.js';

/** The agents of one session, by scheme of the target. */
interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Provides the agents of sessions. A connection is reused only by the session that opened it. */
export interface AgentStore {
  of(session: Session): Agents;
  /** Closes every connection of every session. */
  close(): void;
}

/** A session requests its pages one after another, so it needs only one connection. */
const settings = { keepAlive: true, maxSockets: 1 } as const;

/**
 * Creates a store without connections.
 *
 * @param connectTimeout milliseconds for a connection, including proxy and TLS
 */
export function createAgentStore(connectTimeout: number): AgentStore {
  const live = new Set<{ close(): void }>();
  const store: AgentStore = {
    of: (session) =>
      session.keep(store, () => {
        const { agents, close } = createAgents(session, connectTimeout);
        const kept = {
          agents,
          close() {
            live.delete(kept);
            close();
          },
        };
        live.add(kept);
        return kept;
      }).agents,
    close() {
      for (const kept of live) kept.close();
    },
  };
  return store;
}

function createAgents({ proxy }: Session, connectTimeout: number): { agents: Agents; close(): void } {
  const connector = createConnector(proxy, connectTimeout);
  const opening = (scheme: 'http' | 'https') => ({
    createConnection(target: ConnectTarget, done: (error: Error | null, socket?: Socket) => void): void {
      connector.open(target, scheme).then(
        (socket) => done(null, socket),
        (error: Error) => done(error),
      );
    },
  });
  // `createConnection` is a documented option of agents, but missing in the types.
  const agents = {
    http: Object.assign(new HttpAgent(settings), opening('http')),
    https: Object.assign(new HttpsAgent(settings), opening('https')),
  };
  return {
    agents,
    close() {
      agents.http.destroy();
      agents.https.destroy();
      connector.close();
    },
  };
}
