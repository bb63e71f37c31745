// Kills each of three machines and one Redis in turn, with outages of ten seconds by default: `chaos [seconds]`.
import { spawnSync } from 'node:child_process';

const [seconds = '10'] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', 'test/redis-chaos.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SVC_CHAOS_SECONDS: seconds },
});
process.exitCode = status ?? 1;
