import { InvalidArgumentError } from 'commander';
import type { Rate } from '../limits/policy.js';

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A whole number of at least 1. */
export function parsePositiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999999.');
  return Number(text);
}

/** `100/60`: 100 pages in 60 seconds. */
export function parseRate(text: string): Rate {
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  if (requests === undefined || seconds === undefined) {
    throw new InvalidArgumentError('It must be pages per seconds, such as 100/60.');
  }
  return { requests: Number(requests), seconds: Number(seconds) };
}

/** `30m`, `24h` or `90d` in milliseconds; `0` is 0. */
export function parseDuration(text: string): number {
  if (text === '0') return 0;
  const [, amount, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('It must be a time such as 30m, 24h or 90d.');
  return Number(amount) * units[unit as keyof typeof units];
}

/** The start of a day in UTC, `2027-01-31`, or a time from now, `90d`, in milliseconds since 1970. */
export function parseExpiryTime(text: string): number {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const end = isDay ? Date.parse(text) : Date.now() + parseDuration(text);
  if (!(end > Date.now())) throw new InvalidArgumentError('It must be a day in the future, or a time from now.');
  return end;
}

/** The id of a key: letters, digits, `.`, `_`, `-`. */
export function parseKeyId(text: string): string {
  if (!/^[\w.-]{1,64}$/.test(text)) {
    throw new InvalidArgumentError('It must be 1 to 64 letters, digits, ".", "_" or "-".');
  }
  return text;
}

/** The display name of a key. */
export function parseKeyName(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('It must be 1 to 200 characters.');
  return text.trim();
}

/** Words that reset a property of a key. A parser cannot return null instead, which Commander takes for no value. */
type ResetWord = 'usual' | 'never';

/** Accepts a word that resets the property in addition to a value. */
export function acceptResetWord<T, Word extends ResetWord>(
  word: Word,
  read: (text: string) => T,
): (text: string) => T | Word {
  return (text) => (text === word ? word : read(text));
}

/** The value, or null for such a word. */
export function resetWordToNull<T>(value: T | ResetWord): T | null {
  return value === 'usual' || value === 'never' ? null : value;
}
