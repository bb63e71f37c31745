import { errorKinds } from '../errors/kinds.js';

/** What an error says, and what a person on the command line can do about it. */
export function withAdvice(detail: unknown, code: unknown): string {
  const kind = Object.entries(errorKinds).find(([name]) => name === code)?.[1];
  const advice = kind?.commandAdvice ?? kind?.advice ?? '';
  return `${detail} ${advice}`.trim();
}
