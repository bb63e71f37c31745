import { pacerShare } from './machine.mjs';
import { bestPaceOf, convertToPace, fitModel, timeFactor } from './model.mjs';
import { simulate } from './simulate.mjs';

/** Maximum share of the cores used by other processes if searches per second are compared. */
const maxOtherLoad = 0.1;

/** Predicts runs from measurements. */
export function createPredictions(from) {
  const [{ costOf }, pace] = [fitModel(from), bestPaceOf(from)];
  return {
    /**
     * The predicted result of a run, in which all parts share the cores of one machine: searches per second at the pace
     * of the run, and costs at that of the calibration.
     */
    predict({ bytes, masters, processes, callers, others, pace: own }) {
      const cost = costOf(bytes, masters, processes);
      const { rate } = simulate({
        machines: 1,
        cores: from.machine.cores,
        speed: (1 - others - pacerShare / from.machine.cores) * timeFactor(own, pace),
        ...{ processes, callers, cost },
        engineDelay: from.engine_delay,
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
