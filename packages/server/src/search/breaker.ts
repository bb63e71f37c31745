import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import { errorKinds } from '../errors/kinds.js';

/** Gives whoever fails again and again a rest, so that it is not asked for nothing, nor turned away for longer. */
export interface Breaker {
  /** Does work under a name, unless that name has a rest: then it throws a `circuit_open` that says for how long. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export interface BreakerOptions {
  /** How many failures in a row bring a rest; 0 for none ever. */
  failures: number;
  /** Seconds of a rest. After it one piece of work at a time tries whether all is well again. */
  rest: number;
  /** The clock, in milliseconds. @default Date.now */
  now?: () => number;
}

interface Circuit {
  /** Failures in a row. */
  failed: number;
  restsUntil: number;
  /** Whether it is being tried, after a rest, if all is well again. */
  tried: boolean;
}

/** Makes a breaker under which nothing has failed yet. */
export function createBreaker({ failures, rest, now = Date.now }: BreakerOptions): Breaker {
  const circuits = new Map<string, Circuit>();

  function circuitOf(name: string): Circuit {
    const circuit = circuits.get(name) ?? { failed: 0, restsUntil: 0, tried: false };
    circuits.set(name, circuit);
    return circuit;
  }

  function noteFailure(circuit: Circuit, error: unknown): void {
    if (!errorKinds[toApiError(error).code].countsAgainstEngine) return;
    circuit.failed += 1;
    if (circuit.failed >= failures) circuit.restsUntil = now() + rest * 1000;
  }

  return {
    async run(name, work) {
      if (failures === 0) return work();
      const circuit = circuitOf(name);
      const isTrial = circuit.failed >= failures;
      if (isTrial && (circuit.tried || now() < circuit.restsUntil)) throw atRest(circuit.restsUntil - now());
      if (isTrial) circuit.tried = true;
      try {
        const value = await work();
        circuit.failed = 0;
        return value;
      } catch (error) {
        noteFailure(circuit, error);
        throw error;
      } finally {
        if (isTrial) circuit.tried = false;
      }
    },
  };
}

function atRest(milliseconds: number): ApiError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new ApiError('circuit_open', 'The circuit of the engine is open: it failed too often.', { retryAfter });
}
