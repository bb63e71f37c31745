import { engineDelay, openMeasurementSetup } from './setup.mjs';

export { engineDelay };

/** Maximum share of the cores used by other processes in a sample that counts as undisturbed. */
const maxOtherLoad = 0.05;

/** Maximum tries of a run: on a machine that others use, a search may time out, which would end all runs. */
const maxTries = 3;

/** Samples of a run that count, and the maximum number of samples taken to get that many undisturbed ones. */
const [counted, maxStretches] = [4, 6];

/**
 * Searches of each process before counting, including one with each key, and minimum searches in a sample with busy
 * callers. A search gets cheaper for the first few thousand, so that otherwise runs with more keys would seem cheaper.
 */
const [warmed, fewest] = [3_000, 100];

/**
 * Measures a run in several samples, of which the least disturbed ones count.
 *
 * @param {object} plan see `openMeasurementSetup`; with `callers` concurrent searches; `isIdleToo` also measures activity without
 * searches
 * @param {object} durations
 * @param {number} durations.warm seconds before counting
 * @param {number} durations.seconds seconds of all counted samples
 */
export async function measureRun(plan, durations) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(plan, durations);
    } catch (error) {
      if (tries === maxTries) throw error;
      console.error(`${JSON.stringify(plan)} is repeated: ${error.message}`);
    }
  }
}

async function runOnce({ callers, isIdleToo = false, ...plan }, { warm, seconds }) {
  const setup = await openMeasurementSetup(plan);
  try {
    const searches = (each) => each * (plan.processes ?? 1);
    await setup.warmUp(callers, warm, callers < 8 ? 0 : searches(warmed));
    const stretches = [];
    const alone = () => stretches.filter(({ others }) => others <= maxOtherLoad);
    while (stretches.length < maxStretches && alone().length < counted) {
      stretches.push(await setup.figures(callers, seconds / counted, callers < 8 ? 0 : searches(fewest)));
    }
    const best = stretches.sort((one, other) => one.others - other.others).slice(0, counted);
    const { masters = 1, processes = 1, keys = 100, exits } = plan;
    const idle = isIdleToo && (await setup.idle(seconds));
    const found = {
      ...{ bytes: setup.bytes, keys, masters, processes, callers, ...(exits && { exits }), ...meanOfRuns(best) },
      ...(idle && { idle }),
    };
    const { rate, main, helper, others, pace } = found;
    console.error(
      `${JSON.stringify(plan)}: ${rate} searches/s, ${(main + helper).toFixed(2)} ms of CPU time, used by others ${Math.round(others * 100)} %, pace ${pace.toFixed(2)} ms`,
    );
    return found;
  } finally {
    await setup.close();
  }
}

/** The mean of figures, weighted by searches. */
export function meanOfRuns(runs) {
  const total = runs.reduce((sum, { count }) => sum + count, 0);
  const mean = (values) => {
    const [first] = values;
    if (Array.isArray(first)) return first.map((_, index) => mean(values.map((list) => list[index])));
    if (typeof first !== 'number')
      return Object.fromEntries(Object.keys(first).map((name) => [name, mean(values.map((value) => value[name]))]));
    return Number((values.reduce((sum, value, index) => sum + value * runs[index].count, 0) / total).toPrecision(5));
  };
  return { ...mean(runs), count: total };
}
