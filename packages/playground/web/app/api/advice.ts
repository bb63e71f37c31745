import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Problem } from './request.js';

/** What to do about an error, by its code, from the service. */
export type Advice = Readonly<Record<string, string>>;

/** The advice of the service, for all components that show errors. */
export const AdviceContext: Context<Advice> = createContext<Advice>({});

/** What to do about a problem, including one without advice from the service. */
export function useAdvice(problem: Pick<Problem, 'code' | 'retryable'>): string {
  return adviceFor(problem, useContext(AdviceContext));
}

/** The advice for a problem. */
export function adviceFor({ code, retryable }: Pick<Problem, 'code' | 'retryable'>, advice: Advice): string {
  const known = Object.hasOwn(advice, code) ? advice[code] : undefined;
  return known ?? (retryable ? 'Try again in a moment.' : 'Change the request; the same request would fail again.');
}
