import { Counter, Gauge, type Registry } from 'prom-client';

/** How batches that are jobs fare. */
export interface JobMetrics {
  /** Shows from now on whether jobs are paused, see `JobStore.fault`. */
  watch(store: { fault(): string | undefined }): void;
  /** A job was found damaged. */
  damaged(): void;
}

/** Adds what is known of jobs. */
export function createJobMetrics(registry: Registry): JobMetrics {
  const registers = [registry];
  const damage = new Counter({ name: 'svc_jobs_damaged_total', help: 'Batches that were found damaged.', registers });
  let faultOf: () => string | undefined = () => undefined;
  new Gauge({
    name: 'svc_jobs_paused',
    help: 'Whether batches wait because nothing can be kept of them: 1 with the reason, else 0.',
    labelNames: ['reason'],
    registers,
    aggregator: 'max',
    collect() {
      const fault = faultOf();
      this.reset();
      this.set({ reason: fault ?? 'none' }, fault === undefined ? 0 : 1);
    },
  });
  return {
    watch(store) {
      faultOf = () => store.fault();
    },
    damaged: () => damage.inc(),
  };
}
