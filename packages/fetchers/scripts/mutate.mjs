// Mutation testing of attempts, policies, sessions and requests.
//
//   pnpm --filter @svc/fetchers mutate                  all groups; fails if any is below 92 %
//   pnpm --filter @svc/fetchers mutate circuit retry    only these groups
//   pnpm --filter @svc/fetchers mutate --show           the last results of every group
import { fileURLToPath } from 'node:url';
import { mutate } from '../../../.dev/mutate.mjs';

const loop = ['blame', 'chain', 'fetcher', 'evidence'];
const groups = {
  attempt: {
    files: ['attempt', 'attempt-event', 'send', 'callback'],
    tests: ['attempt', 'later-blame', ...loop, 'callbacks', 'hard-times', 'failing-engine', 'search'],
  },
  'attempt-loop': {
    files: ['attempt-loop', 'search-session'],
    tests: ['attempt', 'second-opinion', 'later-blame', 'search-session', ...loop, 'hard-times', 'search'],
  },
  evidence: { files: ['policies/evidence'], tests: ['attempt-evidence'] },
  errors: { files: ['errors', 'policies/blame', 'policies/retry'], tests: ['blame', 'retry', 'errors'] },
  captures: {
    files: [
      'captures/secrets',
      'captures/decoding',
      'captures/scrub',
      'captures/clean-page',
      'captures/page-cleaner',
      'captures/writer',
      'adapters/record',
    ],
    tests: ['scrub', 'captures', 'record-secrets', 'replay', 'callbacks'],
  },
  fetcher: { files: ['fetcher'], tests: ['fetcher', 'hard-times'] },
  budget: { files: ['policies/budget'], tests: ['budget'] },
  deadline: { files: ['deadline'], tests: ['deadline'] },
  chain: { files: ['adapters/chain'], tests: ['chain'] },
  circuit: {
    files: [
      'policies/circuit',
      'policies/circuit-policy',
      'policies/circuit-trials',
      'policies/caller-circuits',
      'policies/tally',
    ],
    tests: ['circuit', 'caller-circuits', 'circuit-addresses', 'tally'],
  },
  pace: { files: ['policies/exit-choice', 'session-pool/limits'], tests: ['exit-choice'] },
  'engine-pool': { files: ['session-pool/engine-pool', 'session-pool/pool'], tests: ['engine-pool', 'sessions'] },
  'checked-out': {
    files: ['session-pool/checked-out', 'session-pool/exit-status', 'session-pool/concurrency'],
    tests: ['engine-pool', 'sessions', 'exit-status', 'concurrency'],
  },
  'exit-selector': {
    files: ['session-pool/exit-selector', 'session-pool/exhausted-pool'],
    tests: ['exit-selector', 'exhausted-pool'],
  },
  queue: { files: ['session-pool/fair-queue'], tests: ['queue'] },
  exit: { files: ['session-pool/exit', 'session-pool/exit-outcome'], tests: ['exit'] },
  exits: { files: ['session-pool/exits', 'session-pool/idle-sessions'], tests: ['exits'] },
  proxies: {
    files: ['session-pool/proxy', 'session-pool/session'],
    tests: ['session', 'limits'],
  },
  source: { files: ['session-pool/source'], tests: ['proxy-source'] },
  health: {
    files: ['health/memory-store', 'policies/cool-downs'],
    tests: ['health', 'sessions'],
  },
  'requests-alpha': { files: ['requests/alpha'], tests: ['requests'] },
  'requests-others': { files: ['requests/beta', 'requests/gamma', 'requests/locale'], tests: ['requests', 'locales'] },
};

mutate(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''), groups, process.argv.slice(2));
