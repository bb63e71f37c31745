import type { Settings } from './kinds.js';
import { type ListedHost, readHosts } from './listed-hosts.js';

/** Where callers may have the end of their jobs told. */
export interface WebhooksConfig {
  webhookHosts: readonly ListedHost[];
  webhookSecret: string;
}

export const webhooks: Settings<WebhooksConfig> = {
  webhookHosts: {
    name: 'SVC_WEBHOOK_HOSTS',
    fallback: '',
    description:
      'Comma-separated hosts that webhooks may go to, `host` or `host:port`; one in a private network by its IP address. There are no webhooks when not set.',
    must: 'a comma-separated list of hosts such as hooks.example.com or 10.0.0.5:8443',
    read: readHosts,
  },
  webhookSecret: {
    name: 'SVC_WEBHOOK_SECRET',
    fallback: '',
    description:
      'What the secrets that webhooks are signed with are made of: `whsec_` and base64 of 24 to 64 random bytes, kept for good.',
    must: 'whsec_ and base64 of 24 to 64 bytes',
    secret: true,
    read: (text) => (text === '' || isSecret(text) ? text : undefined),
  },
};

function isSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}
