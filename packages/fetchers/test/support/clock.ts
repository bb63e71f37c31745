import { onTestFinished, vi } from 'vitest';

/** For one test: time passes only as the test says, from a fixed moment on, and delays have no jitter. */
export function useClock(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => {
    random.mockRestore();
    vi.useRealTimers();
  });
}
