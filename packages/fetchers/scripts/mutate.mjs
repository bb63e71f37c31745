// Mutation testing of what decides about attempts, sessions and requests.
//
//   pnpm --filter @svc/fetchers mutate                  all of it; fails below 92 %
//   pnpm --filter @svc/fetchers mutate circuit retry    some groups
import { fileURLToPath } from 'node:url';
import { mutate } from '../../../.dev/mutate.mjs';

const loop = ['blame', 'chain', 'fetcher', 'hard-times', 'hedge', 'visit'];
const groups = {
  attempts: { files: ['attempt', 'attempts', 'errors'], tests: loop },
  budget: { files: ['budget', 'limit'], tests: loop },
  chain: { files: ['chain'], tests: ['chain'] },
  circuit: { files: ['circuit'], tests: ['circuit'] },
  hedge: { files: ['hedge', 'sessions/visit'], tests: ['hedge', 'visit'] },
  retry: { files: ['retry'], tests: ['retry'] },
  rooms: { files: ['sessions/room', 'sessions/leases', 'sessions/queue', 'sessions/pool'], tests: ['sessions'] },
  exits: { files: ['sessions/exits', 'sessions/exit-list', 'sessions/shelf', 'sessions/limits'], tests: ['sessions'] },
  proxies: { files: ['sessions/proxy', 'sessions/source', 'sessions/session'], tests: ['proxy-source', 'sessions'] },
  health: { files: ['health/memory-store', 'health/sliding-window'], tests: ['health'] },
  requests: { files: ['requests/*'], tests: ['locales', 'requests'] },
};

mutate(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''), groups, process.argv.slice(2));
