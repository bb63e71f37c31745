// A redis-server of its own for a command, and what it has used.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Options of a Redis that loses nothing. */
export const durable = [
  ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'],
];

/** Starts a redis-server with its files in a folder. The caller ends its process; it also ends with this one. */
export async function startRedis(folder, options) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  const server = spawn('redis-server', [...place, ...options], { stdio: 'ignore' });
  endWithThis(server);
  return {
    process: server,
    url: `redis://127.0.0.1:${port}`,
  };
}

/** Ends a child process with this one, even while it is halted. */
export function endWithThis(child) {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

/**
 * What a Redis has used since its start: calls of commands except those of this function, with those in scripts; CPU microseconds
 * of the thread that runs them; and both for each command, where the time of a script includes its commands.
 */
export async function usedBy(client) {
  const [stats, cpu] = await Promise.all([client.info('commandstats'), client.info('cpu')]);
  const found = [...stats.matchAll(/^cmdstat_(?!info|ping)([^:]+):calls=(\d+),usec=(\d+)/gm)];
  const byCommand = Object.fromEntries(
    found.map(([, name, calls, micros]) => [name, { calls: Number(calls), micros: Number(micros) }]),
  );
  const commands = Object.values(byCommand).reduce((sum, { calls }) => sum + calls, 0);
  const seconds = (name) => Number(new RegExp(`^${name}:(.+)$`, 'm').exec(cpu)?.[1]);
  const micros = 1e6 * (seconds('used_cpu_user_main_thread') + seconds('used_cpu_sys_main_thread'));
  return { commands, micros, byCommand, time: performance.now() };
}

/** What was used between two results of `usedBy`. */
export function usedBetween(before, after) {
  const byCommand = Object.fromEntries(
    Object.entries(after.byCommand).map(([name, { calls, micros }]) => {
      const earlier = before.byCommand[name] ?? { calls: 0, micros: 0 };
      return [name, { calls: calls - earlier.calls, micros: micros - earlier.micros }];
    }),
  );
  const spent = (name) => after[name] - before[name];
  return { commands: spent('commands'), micros: spent('micros'), time: spent('time'), byCommand };
}
