// Mutation testing of keys, limits, cache and fairness.
//
//   pnpm --filter @svc/server mutate              all of it; fails below 92 %
//   pnpm --filter @svc/server mutate keys cache   some groups
//
// MUTANTS.md lists survivors that change no behaviour.
import { fileURLToPath } from 'node:url';
import { mutate } from '../../../.dev/mutate.mjs';

const groups = {
  keys: {
    files: ['keys/key-ring', 'keys/secret', 'keys/api-key', 'keys/key-record', 'keys/manage'],
    tests: ['key-ring', 'auth', 'key-store'],
  },
  store: {
    files: ['keys/file-key-store', 'keys/key-store', 'keys/records-store', 'files/read', 'files/replace'],
    tests: ['files', 'key-store', 'key-file-attacks'],
  },
  admission: { files: ['keys/admit', 'routes/account-route'], tests: ['account', 'limits'] },
  rates: { files: ['limits/gcra', 'limits/rate-store', 'limits/limiter', 'limits/headers'], tests: ['limiter'] },
  quotas: {
    files: ['limits/quotas', 'limits/periods', 'limits/usage-store', 'limits/usage-file'],
    tests: ['limiter', 'usage'],
  },
  slots: { files: ['limits/slots'], tests: ['slots'] },
  cache: { files: ['cache/answer-cache', 'requests/canonical', 'search/answers'], tests: ['answer-cache'] },
  compression: { files: ['http/compression'], tests: ['compression'] },
  turns: { files: ['reading/turns', 'reading/fair-queue'], tests: ['reading-turns'] },
  pacing: { files: ['overload/pacing'], tests: ['pacing'] },
  gate: { files: ['overload/load-gate', 'overload/loop-load', 'overload/refuse'], tests: ['overload'] },
  sharing: { files: ['search/sharing'], tests: ['sharing'] },
  search: { files: ['search/search'], tests: ['search', 'limits', 'cache'] },
  errors: { files: ['errors/api-error', 'errors/failures', 'errors/problem', 'errors/reasons'], tests: ['errors'] },
};

mutate(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''), groups, process.argv.slice(2));
