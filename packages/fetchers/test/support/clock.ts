import { onTestFinished, vi } from 'vitest';

/** Uses fake timers from a fixed time on, and delays without jitter, for the current test. */
export function useClock(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => {
    random.mockRestore();
    vi.useRealTimers();
  });
}
