import type { CircuitState, FetcherStatus } from '@svc/fetchers';
import { Gauge, type Registry } from 'prom-client';

/** Exits that are shown by id: a list of proxies may be of any length. */
const mostExits = 600;

/** What stands for the states of a circuit in a gauge. */
const circuitValues: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 };

/** How the values of several processes become one: what they share is the same in all of them. */
type Aggregator = 'sum' | 'max';

/**
 * Adds gauges of how engines and proxies fare, proxies by their id. They are set whenever the registry is read.
 *
 * @param status asked once for all of them; undefined while there is nothing to ask
 */
export function createHealthGauges(registry: Registry, status: () => Promise<FetcherStatus> | undefined): void {
  let setting: Promise<void> | undefined;
  const collect = () => {
    setting ??= setAll().finally(() => {
      setting = undefined;
    });
    return setting;
  };
  const gauge = <Label extends string>(
    name: string,
    help: string,
    { labelNames, aggregator = 'max' }: { labelNames: Label[]; aggregator?: Aggregator },
  ): Gauge<Label> => new Gauge({ name, help, labelNames, aggregator, collect, registers: [registry] });
  const ofEngine = { labelNames: ['engine'] as 'engine'[] };
  const ofExit = { labelNames: ['engine', 'proxy'] as ('engine' | 'proxy')[] };
  const aggregator = 'sum';
  const waiting = gauge('svc_searches_waiting', 'Searches in the queue of an engine.', { ...ofEngine, aggregator });
  const circuits = gauge('svc_circuit_state', 'Circuit of an engine: 0 closed, 1 half open, 2 open.', ofEngine);
  const unavailable = gauge(
    'svc_engine_unavailable_seconds',
    'Time until an engine may be asked again, for its circuit or because every exit rests.',
    ofEngine,
  );
  const retries = gauge('svc_retry_budget_spent', 'Retries of an engine in two minutes.', ofEngine);
  const allowed = gauge('svc_retry_budget_allowed', 'Retries that it may be sent in two minutes.', ofEngine);
  const active = gauge('svc_proxy_searches', 'Searches in progress through a proxy.', { ...ofExit, aggregator });
  const strikes = gauge('svc_proxy_strikes', 'Consecutive cool-downs of a proxy for an engine.', ofExit);
  const cooling = gauge('svc_proxy_cooling_seconds', 'Time until a proxy may be used for an engine again.', ofExit);

  async function setAll(): Promise<void> {
    const { engines, exits } = (await status()) ?? { engines: [], exits: [] };
    for (const { engine, waiting: queued, circuit, unavailableFor, retries: budget } of engines) {
      waiting.set({ engine }, queued);
      unavailable.set({ engine }, unavailableFor / 1000);
      circuits.set({ engine }, circuitValues[circuit]);
      if (budget) retries.set({ engine }, budget.spent);
      if (budget) allowed.set({ engine }, budget.allowed);
    }
    for (const each of [active, strikes, cooling]) each.reset();
    for (const { engine, proxy, coolingFor, ...health } of exits.slice(0, mostExits)) {
      active.set({ engine, proxy }, health.active);
      strikes.set({ engine, proxy }, health.strikes);
      cooling.set({ engine, proxy }, coolingFor / 1000);
    }
  }
}
