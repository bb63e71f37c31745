import type { AttemptEvent } from '@svc/fetchers';
import type { FastifyBaseLogger } from 'fastify';
import { codeOf } from '../errors/reasons.js';
import type { Metrics } from './metrics.js';

/** What goes wrong while the service runs, and is nobody's request. */
export interface Faults {
  /** A page could not be kept. Its message names the folder, which says the query. */
  onFault(error: unknown): void;
  /** An attempt ended without a page that can be used. */
  onFailedAttempt(event: AttemptEvent): void;
  /** The file of proxies could not be read again. */
  onProxyFault(error: unknown): void;
  /** The kept keys cannot be read again; those from before stay in force. The error holds no secret. */
  onKeysFault(error: unknown): void;
  onKeysMended(): void;
  /** What keys have used could not be written, or another process writes the same file. */
  onUsageFault(error: unknown): void;
  /** What is kept of a job is damaged; it is set aside. */
  onJobDamage(ref: { owner: string; id: string }, error: Error): void;
  /** Redis is away. @param reason a code */
  onAway(reason: string): void;
  onBack(): void;
  /** Redis refused a command. @param reason the first word of what it said */
  onRefusal(reason: string): void;
}

/** Says in log and metrics what goes wrong. @param log the log, once there is one */
export function noteFaults(metrics: Metrics, log: () => FastifyBaseLogger | undefined): Faults {
  return {
    onFault(error) {
      metrics.service.faulted('page_not_kept');
      log()?.warn({ code: codeOf(error) }, 'a page could not be kept');
    },
    // Ids, codes and times only: an event of the fetchers names no address and no query.
    onFailedAttempt: ({ tag, ...event }) => log()?.info({ request_id: tag, ...event }, 'an attempt failed'),
    onProxyFault(error) {
      metrics.service.faulted('proxies_unread');
      log()?.warn({ code: codeOf(error) }, 'the file of proxies could not be read again');
    },
    onKeysFault: (error) =>
      log()?.error({ err: error }, 'the keys cannot be read again; those from before stay in force'),
    onKeysMended: () => log()?.warn('the keys can be read again'),
    onUsageFault(error) {
      metrics.service.faulted('usage_unwritten');
      log()?.warn({ code: codeOf(error) }, 'the file of what keys have used has a fault');
    },
    onJobDamage({ owner, id }, { message }) {
      metrics.jobs.damaged();
      log()?.error({ caller: owner, batch: id, damage: message }, 'a batch is damaged and set aside');
    },
    onAway(reason) {
      metrics.redis.wentAway(reason);
      log()?.error({ reason }, 'Redis is away; the service goes on without it');
    },
    onBack: () => log()?.warn('Redis is back'),
    onRefusal(reason) {
      metrics.redis.refused(reason);
      log()?.warn({ reason }, 'Redis refused a command');
    },
  };
}
