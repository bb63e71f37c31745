import { expect, it, onTestFinished, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { circuitPolicy, createCircuit } from '../src/policies/circuit.js';

it('counts in favour of a caller what went well in another process that has met a failure too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = memoryHealthStore();
  const policy = { ...circuitPolicy, callers: 2, minimum: 4, share: 0.6 };
  const [one, other] = [createCircuit(store, policy), createCircuit(store, policy)];
  const attempt = async (circuit: typeof one, state: string) =>
    (await circuit.admit('alpha', 'odd')).ended({
      ...{ evidence: state === 'usable' ? ('passed' as const) : ('failed' as const), address: 'direct', addresses: 1 },
    });
  for (let count = 0; count < 8; count += 1) await attempt(one, 'usable');
  for (const circuit of [one, other, other, other, other, other]) await attempt(circuit, 'captcha');
  await other.admit('alpha', 'odd');
  vi.advanceTimersByTime(2 * policy.window);
  for (let count = 0; count < 4; count += 1) await attempt(other, 'captcha');
  await expect(other.admit('alpha', 'odd')).rejects.toMatchObject({ code: 'circuit_open' });
});
