// Mutation testing of what decides about attempts, sessions and requests.
//
//   pnpm --filter @svc/fetchers mutate                  all of it; fails below 92 % in any group
//   pnpm --filter @svc/fetchers mutate circuit retry    some groups
//   pnpm --filter @svc/fetchers mutate --show           the last results of every group
import { fileURLToPath } from 'node:url';
import { mutate } from '../../../.dev/mutate.mjs';

const loop = ['blame', 'chain', 'fetcher', 'visit'];
const pool = ['room', 'sessions', 'turns'];
const groups = {
  attempt: { files: ['attempt', 'raw-page'], tests: ['attempt', ...loop] },
  attempts: { files: ['attempts'], tests: ['chain', 'fetcher', 'hard-times'] },
  errors: { files: ['errors', 'retry'], tests: ['blame', 'retry', 'errors'] },
  fetcher: { files: ['fetcher'], tests: ['fetcher', 'hard-times'] },
  budget: { files: ['budget'], tests: ['budget'] },
  limit: { files: ['limit'], tests: ['limit'] },
  chain: { files: ['chain'], tests: ['chain'] },
  circuit: { files: ['circuit'], tests: ['circuit'] },
  hedge: { files: ['hedge', 'sessions/visit'], tests: ['hedge', 'visit'] },
  room: { files: ['sessions/room'], tests: pool },
  leases: { files: ['sessions/leases', 'sessions/pool'], tests: pool },
  queue: { files: ['sessions/queue', 'sessions/turns'], tests: ['queue'] },
  exits: { files: ['sessions/exits', 'sessions/limits'], tests: ['exits'] },
  'exit-list': { files: ['sessions/exit-list', 'sessions/shelf'], tests: pool },
  proxies: { files: ['sessions/proxy', 'sessions/session'], tests: ['session'] },
  source: { files: ['sessions/source'], tests: ['proxy-source'] },
  health: {
    files: ['health/memory-store', 'health/sliding-window', 'health/cool-downs'],
    tests: ['health', 'sessions'],
  },
  'requests-alpha': { files: ['requests/alpha', 'requests/url'], tests: ['requests'] },
  'requests-others': { files: ['requests/beta', 'requests/gamma', 'requests/locale'], tests: ['requests', 'locales'] },
};

mutate(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''), groups, process.argv.slice(2));
