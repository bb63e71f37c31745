import { pacerCpuShare } from './machine.mjs';
import { bestPaceOf, convertToPace, cpuTimeFactor, fitModel } from './model.mjs';
import { simulateLoad } from './simulate.mjs';

/** Maximum share of the cores used by other processes if searches per second are compared. */
const maxOtherLoad = 0.1;

/** Predicts runs from measurements. */
export function createPredictions(measurements) {
  const [{ costOf }, pace] = [fitModel(measurements), bestPaceOf(measurements)];
  return {
    /**
     * The predicted result of a run, in which all parts share the cores of one machine: searches per second at the pace
     * of the run, and costs at that of the calibration.
     */
    predict({ bytes, masters, processes, callers, others, pace: own }) {
      const cost = costOf(bytes, masters, processes);
      const { rate } = simulateLoad({
        machines: 1,
        cores: measurements.machine.cores,
        speed: (1 - others - pacerCpuShare / measurements.machine.cores) * cpuTimeFactor(own, pace),
        ...{ processes, callers, cost },
        engineDelay: measurements.engine_delay,
        ...(masters > 0 && { redis: { time: cost.redis, servers: masters, isHere: true } }),
        seconds: 30,
      });
      return { cpu: cost.main + cost.helper, rate, redis: cost.redis, down: cost.down, answer: cost.answer };
    },
    /**
     * The measured result, converted to the pace of the calibration. Without a rate if other processes used too much of
     * the machine.
     */
    observed(run) {
      const { main, helper, rate, redis, down, answer, others } = convertToPace(run, pace);
      return { cpu: main + helper, ...(others <= maxOtherLoad && { rate }), redis: redis.time, down, answer };
    },
  };
}
