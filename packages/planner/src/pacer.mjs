// Does the same small piece of work again and again, a tenth of the time, and says how much processor that has taken: more while
// others use the caches and the other half of a core. So times that were measured beside it can be compared.
import { setTimeout as sleep } from 'node:timers/promises';
import { makePage } from '@svc/fixtures';
import { ownTime } from './machine.mjs';

/** Share of the time in which it works. */
const share = 0.1;

let [works, spent] = [0, 0];
const work = () => {
  const began = ownTime();
  makePage({ operation: 'alpha.search', seed: `pace ${works % 8}`, query: 'pace' });
  return ownTime() - began;
};
for (let count = 0; count < 200; count += 1) work(); // until it is compiled

process.on('disconnect', () => process.exit(1));
process.on('message', () => process.send({ cpu: ownTime(), works, spent }));
process.send('ready');
for (;;) {
  const took = work();
  [works, spent] = [works + 1, spent + took];
  await sleep(took / share);
}
