import { createHmac } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDateHeader, readRetryAfter } from '@svc/fetchers';
import { Webhook } from 'standardwebhooks';
import type { WebhooksConfig } from '../../config/batches.js';
import { type AllowedHost, hostWithoutBrackets, isAllowedIp, webhookUrlRefusal } from '../../config/listed-hosts.js';
import type { Fault } from '../../errors/api-error.js';
import { codeOf } from '../../errors/reasons.js';
import { withDeadline } from '../../http/deadline.js';
import type { Job, NotificationAttempts } from '../job.js';
import { toJobResponse } from '../responses.js';

/** Notifies callers that their jobs have ended. */
export interface Webhooks {
  /** What is wrong with the address that a caller gives, if anything. */
  faultOf(address: string): Fault | undefined;
  /** The secret that messages to an owner are signed with: `whsec_` and base64. It stays the same. */
  secretOf(owner: string): string;
  /** Sends that a job has ended until it is received, after the failed attempts of the job. Also resolves when that is given up. */
  notify(job: Job, signal: AbortSignal, attempts?: NotificationAttempts): Promise<void>;
}

/** Options of `createWebhooks`. */
export interface WebhooksOptions {
  config: WebhooksConfig;
  /** Milliseconds that a job is kept after it has ended. */
  retention: number;
  /** Milliseconds before each attempt. @default at once, then after 5 s, 1 min, 5 min, 30 min and 2 h */
  waits?: readonly number[];
  /** The clock of the store of jobs, in milliseconds since 1970. @default Date.now */
  now?: () => number;
  onDelivery(job: Job): void;
  /** Receives each attempt that failed: a status, or the code of an error. */
  onFailure(job: Job, reason: string): void;
}

const usualWaits = [0, 5_000, 60_000, 300_000, 1_800_000, 7_200_000];

/** Most milliseconds that a receiver can ask to wait. */
const maxRetryAfter = 3_600_000;

/** Status of a receiver that wants no more messages. */
const gone = 410;

/** Creates webhooks as defined by Standard Webhooks: signed, thin, with an id that repetitions share. */
export function createWebhooks({
  config,
  retention,
  waits = usualWaits,
  now = Date.now,
  onDelivery,
  onFailure,
}: WebhooksOptions): Webhooks {
  const { webhookHosts: hosts, webhookSecret } = config;

  function secretOf(owner: string): string {
    const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
    return `whsec_${createHmac('sha256', key).update(`webhook ${owner}`).digest('base64')}`;
  }

  /** Whether further attempts are pointless, and how long to wait before the next one. */
  async function attempt(job: Job, signal: AbortSignal): Promise<{ isOver: boolean; wait: number }> {
    try {
      const { status, retryAfter = 0 } = await sendWebhookOnce(
        messageFor(job, secretOf(job.owner), retention),
        hosts,
        signal,
      );
      if (isReceived(status)) {
        onDelivery(job);
        return { isOver: true, wait: 0 };
      }
      onFailure(job, `${status}`);
      return { isOver: status === gone, wait: retryAfter * 1000 };
    } catch (error) {
      if (!signal.aborted) onFailure(job, codeOf(error) || 'timeout');
      return { isOver: false, wait: 0 };
    }
  }

  return {
    faultOf(address) {
      const refusal = webhookUrlRefusal(address, hosts);
      return refusal === undefined
        ? undefined
        : { field: 'webhook', code: 'invalid_parameter', message: `"webhook" ${refusal}.` };
    },
    secretOf,
    async notify(job, signal, { ready, onFailure } = alone) {
      const { attempts, nextAt } = job.failedNotifications ?? { attempts: 0, nextAt: 0 };
      // A clock that was set back must not delay the next attempt by more than it waits at most.
      let wait = Math.min(nextAt - now(), Math.max(maxRetryAfter, withJitter(waits[attempts])));
      for (let next = attempts + 1; ; next += 1) {
        await sleepUntilWoken(Math.max(0, wait), signal);
        if (signal.aborted || webhookUrlRefusal(job.webhook ?? '', hosts) !== undefined) return;
        await ready();
        const { isOver, wait: asked } = await attempt(job, signal);
        if (isOver || signal.aborted || next >= waits.length) return;
        wait = Math.max(asked, withJitter(waits[next]));
        await onFailure({ attempts: next, nextAt: now() + wait });
      }
    },
  };
}

/** Attempts that no other server continues. */
const alone: NotificationAttempts = { ready: async () => undefined, onFailure: async () => undefined };

/** Up to a tenth longer, so that messages that failed together are not repeated together. */
function withJitter(wait = 0): number {
  return wait * (1 + Math.random() / 10);
}

function isReceived(status: WebhookResponse['status']): boolean {
  return status >= 200 && status < 300;
}

/** Waits, at most until the signal aborts. */
async function sleepUntilWoken(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** A signed message. */
function messageFor(job: Job, secret: string, retention: number) {
  const id = job.id;
  const now = new Date();
  const timestamp = new Date(job.endedAt ?? now).toISOString();
  const body = JSON.stringify({ type: `batch.${job.state}`, timestamp, data: toJobResponse(job, retention) });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks',
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { url: job.webhook ?? '', headers, body };
}

/** A message to send. */
export interface WebhookMessage {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** How the receiver answered. */
export interface WebhookResponse {
  status: number;
  /** Seconds that the receiver asks to wait, at most an hour, if it does. */
  retryAfter: number | undefined;
}

/** Milliseconds in which a receiver must answer. */
const usualTimeout = 15_000;

/**
 * Sends a message once, over a connection of its own. The address is checked once its name is resolved, redirects are not followed, and
 * only the head of the answer is read. Rejects when there is no answer in time.
 */
export function sendWebhookOnce(
  message: WebhookMessage,
  hosts: readonly AllowedHost[],
  signal: AbortSignal,
  timeout: number = usualTimeout,
): Promise<WebhookResponse> {
  return withDeadline(timeout, signal, (inTime) => send(message, hosts, inTime));
}

function send(message: WebhookMessage, hosts: readonly AllowedHost[], signal: AbortSignal): Promise<WebhookResponse> {
  const url = new URL(message.url);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const host = hostWithoutBrackets(url);
    // `lookup` is not called for a literal address.
    if (isLiteral(host) && !isAllowedIp(host, hosts)) return fail(new UnreachableError(host));
    const headers = { ...message.headers, 'content-length': Buffer.byteLength(message.body) };
    const options = { method: 'POST', headers, agent: false, signal, lookup: checkedLookup(hosts) };
    const sent = request(url, options, ({ statusCode: status = 0, headers: answered }) => {
      done({ status, retryAfter: readRetryAfter(answered['retry-after'], readDateHeader(answered)) });
      sent.destroy();
    });
    sent.on('error', fail);
    sent.on('close', () => fail(new NoAnswerError())); // of an answer that switches the protocol, Node.js tells nothing else
    sent.end(message.body);
  });
}

/** The connection ended without an answer. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'no_answer';
}

/** The name of a host resolves to an address that webhooks may not reach. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'private_address';
  constructor(host: string) {
    super(`${host} is an address that webhooks may not go to`);
  }
}

function isLiteral(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host);
}

/** Resolves a name, and fails unless webhooks may reach every one of its addresses. */
function checkedLookup(hosts: readonly AllowedHost[]): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.some(({ address }) => !isAllowedIp(address, hosts)))
        return callback(new UnreachableError(name), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
