import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Hash slots of a Redis Cluster. */
const slots = 16_384;

/**
 * Starts redis-servers that write all acknowledged commands to a file, as the guide on several machines recommends: a
 * single one, or several masters of a Redis Cluster.
 */
export async function startRedis(masters = 1) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-planner-'));
  const servers = [];
  for (let index = 0; index < masters; index += 1) servers.push(await startServer(folder, masters > 1));
  if (masters > 1) await divide(servers);
  return {
    settings: {
      SVC_REDIS_URL: servers.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
      SVC_REDIS_MODE: masters > 1 ? 'cluster' : 'single',
    },
    used: () => Promise.all(servers.map(({ client }) => usedBy(client))),
    async stop() {
      for (const { client, process } of servers) {
        client.disconnect();
        const ended = once(process, 'exit');
        process.kill();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(folder, isCluster) {
  const port = await freePort();
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--appenddirname', `log-${port}`];
  const cluster = isCluster ? ['--cluster-enabled', 'yes', '--cluster-config-file', `${port}.conf`] : [];
  const server = spawn(
    'redis-server',
    [...place, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always', ...cluster],
    { stdio: 'ignore' },
  );
  server.once('error', (error) => {
    throw new Error('Measuring needs redis-server on the PATH', { cause: error });
  });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill); // also if the measurement is interrupted
  server.once('exit', () => process.off('exit', kill));
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50 });
  client.on('error', () => undefined); // until it listens
  await client.ping();
  return { port, process: server, client };
}

/** Divides the slots evenly among the masters. */
async function divide(servers) {
  for (const [index, { client }] of servers.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * slots) / servers.length));
    await client.cluster('ADDSLOTSRANGE', from, to - 1);
    await client.cluster('SET-CONFIG-EPOCH', index + 1);
    if (index > 0) await client.cluster('MEET', '127.0.0.1', servers[0].port);
  }
  const isReady = async ({ client }) => `${await client.cluster('INFO')}`.includes('cluster_state:ok');
  for (const server of servers) while (!(await isReady(server))) await sleep(200);
}

/** Activity of a Redis so far: commands, including those in scripts, CPU milliseconds, bytes in and out. */
async function usedBy(client) {
  const text = await client.info();
  const number = (name) => Number(new RegExp(`^${name}:(.+)$`, 'm').exec(text)?.[1]);
  return {
    commands: number('total_commands_processed'),
    time: (number('used_cpu_user_main_thread') + number('used_cpu_sys_main_thread')) * 1000,
    cpu: (number('used_cpu_user') + number('used_cpu_sys')) * 1000,
    bytes: number('total_net_input_bytes') + number('total_net_output_bytes'),
  };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port < 55_000 ? port : freePort(); // the cluster bus port is 10,000 higher
}
