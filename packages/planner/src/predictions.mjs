import { atPace, learn, paceOf } from './model.mjs';
import { simulate } from './simulate.mjs';

/** Share of the cores up to which others may have used them where searches a second are compared. */
const maxOtherLoad = 0.1;

/** Says of runs what they should come to, by what was measured. */
export function createPredictions(from) {
  const [{ costOf }, pace] = [learn(from), paceOf(from)];
  return {
    /** What a run should come to: whatever took part in it had to share the cores of one machine. */
    predicted({ bytes, masters, processes, callers, others }) {
      const cost = costOf(bytes, masters, processes);
      const { rate } = simulate({
        machines: 1,
        cores: from.machine.cores,
        speed: 1 - others,
        ...{ processes, callers, cost },
        engineDelay: from.engine_delay,
        ...(masters > 0 && { redis: { time: cost.redis, servers: masters, isHere: true } }),
        seconds: 30,
      });
      return { cpu: cost.main + cost.helper, rate, redis: cost.redis, down: cost.down, answer: cost.answer };
    },
    /** The same as it was measured, at the pace that was learned. No rate where others had more than a little of the machine. */
    seen(run) {
      const { main, helper, rate, redis, down, answer, others } = atPace(run, pace);
      return { cpu: main + helper, ...(others <= maxOtherLoad && { rate }), redis: redis.time, down, answer };
    },
  };
}
