import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './redis.js';

const slots = 16_384;

/** The cluster bus port of a node. */
const busOf = (port: number) => port + 10_000;

/** A Redis Cluster of three masters on the loopback address, which share all slots. */
export interface TestCluster {
  /** Its addresses, in the form of `SVC_REDIS_URL`. */
  readonly url: string;
  /** Addresses of the masters themselves, if they announce others. */
  readonly masters: readonly string[];
  /** Kills a master. @param index index in `masters` */
  kill(index: number): void;
  /** Restarts a killed master without its data. */
  restart(index: number): void;
  close(): Promise<void>;
}

/**
 * Starts a Redis Cluster.
 *
 * @param announced returns the port that a master announces to clients. @default its own
 */
export async function startCluster(
  announced: (port: number) => Promise<number> = async (port) => port,
): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-cluster-'));
  const ports = [await freePort(), await freePort(), await freePort()];
  const named = await Promise.all(ports.map(announced));
  const start = (port: number, index: number) => {
    const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    const mode = ['--cluster-enabled', 'yes', '--cluster-config-file', join(folder, `${port}.conf`)];
    const names = ['--cluster-announce-port', `${named[index]}`, '--cluster-announce-bus-port', `${busOf(port)}`];
    return spawn('redis-server', [...place, ...mode, ...names], { stdio: 'ignore' });
  };
  const masters = ports.map(start);
  const clients = ports.map((port) => new Redis({ host: '127.0.0.1', port }));
  for (const client of clients) client.on('error', () => undefined); // not started yet
  for (const [index, client] of clients.entries()) {
    const bounds = [index, index + 1].map((part) => Math.floor((part * slots) / ports.length));
    await client.cluster('ADDSLOTSRANGE', bounds[0]!, bounds[1]! - 1);
    if (index > 0) await client.call('CLUSTER', 'MEET', '127.0.0.1', ports[0]!, busOf(ports[0]!));
  }
  const isReady = async (client: Redis) => `${await client.cluster('INFO')}`.includes('cluster_state:ok');
  for (const client of clients) {
    for (let tries = 0; tries < 300 && !(await isReady(client)); tries += 1) await sleep(200);
    client.disconnect();
  }
  const urlOf = (port: number) => `redis://127.0.0.1:${port}`;
  return {
    url: named.map(urlOf).join(','),
    masters: ports.map(urlOf),
    kill: (index) => void masters[index]!.kill('SIGKILL'),
    restart(index) {
      masters[index] = start(ports[index]!, index);
    },
    async close() {
      for (const master of masters) master.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
