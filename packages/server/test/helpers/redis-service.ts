import { onTestFinished } from 'vitest';
import { openRedis } from '../../src/state/redis/connection.js';
import { redisState } from '../../src/state/redis/state.js';
import { fakeEndpoint, serving, tenRows } from './fake-endpoint.js';
import { configOf, type TestService, testService } from './service.js';

/** A service that stores its state in the Redis of these settings; both are closed after the test. */
export async function serviceOnRedis(
  settings: Record<string, string>,
  listeners: Parameters<typeof openRedis>[1],
): Promise<TestService> {
  const env = { ...settings, SVC_CACHE: 'off' };
  const config = configOf(env);
  const connection = await openRedis(config, listeners);
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(({ page }) => tenRows(page)),
    state: redisState(connection, config),
    env,
  });
  onTestFinished(async () => {
    await service.app.close();
    await connection.close();
  });
  return service;
}
