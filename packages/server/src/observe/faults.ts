import type { AttemptEvent } from '@svc/fetchers';
import type { FastifyBaseLogger } from 'fastify';
import { codeOf } from '../errors/reasons.js';
import type { Metrics } from './metrics.js';

/** Called with errors that do not belong to a request. */
export interface Faults {
  /** A page could not be kept. The message names the folder, which contains the query. */
  onFault(error: unknown): void;
  /** An attempt ended without a usable page. */
  onFailedAttempt(event: AttemptEvent): void;
  /** The file of proxies could not be read again. */
  onProxyFault(error: unknown): void;
  /** The kept keys cannot be read again; those from before stay in force. The error holds no secret. */
  onKeysFault(error: unknown): void;
  onKeysMended(): void;
  /** The usage file could not be written, or another process writes it too. */
  onUsageFault(error: unknown): void;
  /** The files of a job are damaged; the job is set aside. */
  onJobDamage(ref: { owner: string; id: string }, error: Error): void;
  /** Redis is away. @param reason a code */
  onAway(reason: string): void;
  onBack(): void;
  /** Redis refused a command. @param reason the first word of its reply */
  onRefusal(reason: string): void;
}

/** Reports errors in log and metrics. @param log returns the log, once there is one */
export function noteFaults(metrics: Metrics, log: () => FastifyBaseLogger | undefined): Faults {
  return {
    onFault(error) {
      metrics.service.faulted('page_not_kept');
      log()?.warn({ code: codeOf(error) }, 'a page could not be saved');
    },
    // Ids, codes and times only: an event of the fetchers names no address and no query.
    onFailedAttempt: ({ tag, ...event }) => log()?.info({ request_id: tag, ...event }, 'an attempt failed'),
    onProxyFault(error) {
      metrics.service.faulted('proxies_unread');
      log()?.warn({ code: codeOf(error) }, 'the file of proxies could not be reloaded');
    },
    onKeysFault: (error) =>
      log()?.error({ err: error }, 'the keys could not be reloaded; the previous ones stay valid'),
    onKeysMended: () => log()?.warn('the keys could be reloaded'),
    onUsageFault(error) {
      metrics.service.faulted('usage_unwritten');
      log()?.warn({ code: codeOf(error) }, 'the usage file has a fault');
    },
    onJobDamage({ owner, id }, { message }) {
      metrics.jobs.damaged();
      log()?.error({ caller: owner, batch: id, damage: message }, 'a batch is damaged and has been set aside');
    },
    onAway(reason) {
      metrics.redis.wentAway(reason);
      log()?.error({ reason }, 'Redis is away; the service continues without it');
    },
    onBack: () => log()?.warn('Redis is back'),
    onRefusal(reason) {
      metrics.redis.refused(reason);
      log()?.warn({ reason }, 'Redis refused a command');
    },
  };
}
