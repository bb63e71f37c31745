import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Session } from '../types.js';
import { type ConnectTarget, createConnector } from './connector.js';

/** The agents of one session, for either scheme of a target. */
interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Hands out the agents of sessions: a connection is used again by the session that opened it and by no other. */
export interface AgentStore {
  of(session: Session): Agents;
  /** Closes every connection of every session. */
  close(): void;
}

/** A session asks for one page after the other, as a person does in one tab, so it needs no second connection. */
const settings = { keepAlive: true, maxSockets: 1 } as const;

/**
 * Makes a store without connections.
 *
 * @param connectTimeout milliseconds for a connection, proxy and TLS included
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
  // Node's own way to open a connection of an agent; its types leave it out.
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
