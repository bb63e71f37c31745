import type { Config } from '../../config/settings.js';
import { messageWithoutCredentials } from '../../config/without-credentials.js';

/** `warning`: it works, but could be better or has something worth knowing. */
export type CheckStatus = 'ok' | 'warning' | 'failed';

/** The result of a check. */
export interface DoctorCheckResult {
  check: string;
  verdict: CheckStatus;
  message: string;
  /** What to do. */
  advice?: string;
}

/** A check; undefined if the configuration does not need it. */
export type DoctorCheck = (config: Config, signal: AbortSignal) => Promise<DoctorCheckResult | undefined>;

export function ok(check: string, message: string): DoctorCheckResult {
  return { check, verdict: 'ok', message };
}

export function warning(check: string, message: string, advice: string): DoctorCheckResult {
  return { check, verdict: 'warning', message, advice };
}

export function failed(check: string, message: string, advice?: string): DoctorCheckResult {
  return { check, verdict: 'failed', message, ...(advice !== undefined && { advice }) };
}

/** The message of an error, in one line and without credentials. */
export function redactedErrorMessage(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  return messageWithoutCredentials(message);
}
