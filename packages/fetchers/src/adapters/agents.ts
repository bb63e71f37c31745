import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpProxyAgent, HttpsProxyAgent } from 'hpagent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import type { ProxyServer } from '../types.js';

/** The agents of one way out, for either scheme of a target. */
interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Keeps the agents of each way out, so that connections are used again. */
export interface AgentStore {
  /** The agents of a proxy; of a direct connection without one. */
  get(proxy?: ProxyServer): Agents;
  /** Closes every connection. */
  close(): void;
}

const settings = { keepAlive: true, maxFreeSockets: 64 } as const;

/** Makes a store without connections. */
export function createAgentStore(): AgentStore {
  const stored = new Map<string, Agents>();
  return {
    get(proxy) {
      const key = proxy?.url.href ?? '';
      const agents = stored.get(key) ?? createAgents(proxy);
      stored.set(key, agents);
      return agents;
    },
    close() {
      for (const { http, https } of stored.values()) {
        http.destroy();
        https.destroy();
      }
      stored.clear();
    },
  };
}

function createAgents(proxy: ProxyServer | undefined): Agents {
  if (proxy === undefined) return { http: new HttpAgent(settings), https: new HttpsAgent(settings) };
  const { url } = proxy;
  if (url.protocol.startsWith('socks')) {
    const agent = new SocksProxyAgent(url, settings);
    return { http: agent, https: agent };
  }
  return {
    http: new HttpProxyAgent({ ...settings, proxy: url }),
    https: new HttpsProxyAgent({ ...settings, proxy: url }),
  };
}
