// Three machines and one Redis, each killed in turn, with outages of ten seconds or as said: `chaos [seconds]`.
import { spawnSync } from 'node:child_process';

const [seconds = '10'] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', 'test/redis-chaos.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SVC_CHAOS_SECONDS: seconds },
});
process.exitCode = status ?? 1;
