// Starts the service for a person who tries it: as SVC_ADAPTER says, or else against the simulator of the engines, so
// that any query is answered without a network.
import { startSimulator } from '../fixtures/dist/index.js';

const simulator = process.env.SVC_ADAPTER ? undefined : await startSimulator();
if (simulator) {
  process.env.SVC_ADAPTER = 'http';
  process.env.SVC_GATEWAY = simulator.origin;
  console.log(`The engines are simulated: any query is answered, and none leaves this machine.
Words such as sim:captcha, sim:rate_limited or sim:wrong_page in a query make them fail.\n`);
}

process.argv.push('start');
await import('../packages/server/dist/cli.js');
if (process.exitCode) await simulator?.close();
