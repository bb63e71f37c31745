// Mutation testing of keys, limits, cache and fairness.
//
//   pnpm --filter @svc/server mutate              all groups; fails below 92 %
//   pnpm --filter @svc/server mutate keys cache   some groups
//
// MUTANTS.md lists survivors that change no behaviour.
import { fileURLToPath } from 'node:url';
import { mutate } from '../../../.dev/mutate.mjs';

const groups = {
  keys: {
    files: ['limits/keys/key-ring', 'limits/keys/api-key', 'limits/keys/key-record', 'limits/keys/manage'],
    tests: ['key-ring', 'auth', 'key-store'],
  },
  store: {
    files: [
      'limits/keys/file-key-store',
      'limits/keys/key-store',
      'limits/keys/records-store',
      'files/read',
      'files/replace',
    ],
    tests: ['files', 'key-store', 'key-file-attacks'],
  },
  admission: { files: ['limits/keys/admit', 'api/account-routes'], tests: ['account', 'limits'] },
  rates: { files: ['limits/rate-store', 'limits/limiter', 'limits/policy'], tests: ['limiter'] },
  quotas: {
    files: ['limits/quotas', 'limits/usage-store', 'limits/usage-file'],
    tests: ['limiter', 'usage'],
  },
  slots: { files: ['limits/slots'], tests: ['slots'] },
  cache: { files: ['search/answer-cache', 'operations/request/parameters', 'search/answer'], tests: ['answer-cache'] },
  compression: { files: ['http/compression'], tests: ['compression'] },
  reading: { files: ['pages/reading/page-reader', 'pages/reading/fair-queue'], tests: ['fair-queue', 'reading'] },
  pacing: { files: ['limits/overload/pacing'], tests: ['pacing', 'overload'] },
  gate: {
    files: ['limits/overload/load-shedder', 'limits/overload/event-loop-monitor'],
    tests: ['overload'],
  },
  single_flight: {
    files: ['search/single-flight', 'search/across-processes'],
    tests: ['single-flight', 'across-processes'],
  },
  search: { files: ['search/search'], tests: ['search', 'limits', 'cache'] },
  errors: { files: ['errors/api-error', 'errors/failures', 'errors/problem', 'errors/reasons'], tests: ['errors'] },
};

mutate(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''), groups, process.argv.slice(2));
