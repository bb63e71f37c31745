import { integerSetting, originsSetting, type Settings, textSetting } from './kinds.js';

/** Where the service listens, and the limits of its connections. */
export interface ListeningConfig {
  host: string;
  port: number;
  requestTimeoutMs: number;
  writeTimeoutMs: number;
  maxConnections: number;
  maxUnsentMb: number;
  corsOrigins: readonly string[];
  maxBodiesMb: number;
  maxKeyBodiesMb: number;
}

/** Whether an address to listen on can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host);
}

export const listeningSettings: Settings<ListeningConfig> = {
  host: {
    ...textSetting({ name: 'SVC_HOST', fallback: '127.0.0.1', description: 'Address to listen on.' }),
    read: (text) => text.replace(/^\[([\da-f:.]+)\]$/i, '$1'), // an IPv6 address as in a URL
  },
  port: integerSetting(
    { name: 'SVC_PORT', fallback: '8080', description: 'Port to listen on; 0 means any free port.' },
    0,
    65_535,
  ),
  requestTimeoutMs: integerSetting(
    {
      name: 'SVC_REQUEST_TIMEOUT_MS',
      fallback: '15000',
      description:
        'Maximum time for a request to arrive completely; after it, the request is answered with 408 and the connection is closed.',
    },
    100,
    600_000,
  ),
  writeTimeoutMs: integerSetting(
    {
      name: 'SVC_WRITE_TIMEOUT_MS',
      fallback: '10000',
      description:
        'Maximum time for which a caller may read nothing of its answer; after it, the connection is closed.',
    },
    100,
    600_000,
  ),
  maxConnections: integerSetting(
    {
      name: 'SVC_MAX_CONNECTIONS',
      fallback: '1000',
      description: 'Maximum number of connections; more are closed at once.',
    },
    1,
    100_000,
  ),
  maxUnsentMb: integerSetting(
    {
      name: 'SVC_MAX_UNSENT_MB',
      fallback: '64',
      description:
        'Maximum size of all answers that callers have not read yet, in megabytes; beyond it, the connections that have waited longest are closed.',
    },
    1,
    10_000,
  ),
  corsOrigins: originsSetting({
    name: 'SVC_CORS_ORIGINS',
    fallback: '',
    description:
      'Comma-separated origins of web pages that may call the API from a browser, such as `https://app.example.com`. If not set, none may.',
  }),
  maxBodiesMb: integerSetting(
    {
      name: 'SVC_MAX_BODIES_MB',
      fallback: '256',
      description:
        'Maximum size of all request bodies in progress in each process, in megabytes; more are answered with 503.',
    },
    20,
    100_000,
  ),
  maxKeyBodiesMb: integerSetting(
    {
      name: 'SVC_MAX_KEY_BODIES_MB',
      fallback: '64',
      description: 'The same for one key; more are answered with 429.',
    },
    20,
    100_000,
  ),
};
