// Repeats a constant piece of work for a tenth of the time and reports the CPU time that it takes, which grows if other
// processes use the caches or the other thread of a core. It makes times measured meanwhile comparable.
import { setTimeout as sleep } from 'node:timers/promises';
import { makePage } from '@svc/fixtures';
import { pacerCpuShare, processCpuTime } from './machine.mjs';

let [works, spent] = [0, 0];
const work = () => {
  const began = processCpuTime();
  makePage({ operation: 'alpha.search', seed: `pace ${works % 8}`, query: 'pace' });
  return processCpuTime() - began;
};
for (let count = 0; count < 200; count += 1) work(); // until it is compiled

process.on('disconnect', () => process.exit(1));
process.on('message', () => process.send({ cpu: processCpuTime(), works, spent }));
process.send('ready');
for (;;) {
  const took = work();
  [works, spent] = [works + 1, spent + took];
  await sleep(took / pacerCpuShare);
}
