import { memoryUsageStore } from '../src/limits/quotas.js';
import { memoryRateStore } from '../src/limits/rate-store.js';
import { createConcurrencySlots } from '../src/limits/slots.js';
import { memoryAnswerCache } from '../src/search/answer.js';
import { describeAnswerCache } from './contracts/answer-cache.js';
import { describeRateStore } from './contracts/rate-store.js';
import { describeSearchLeases } from './contracts/search-leases.js';
import { describeSlots } from './contracts/slots.js';
import { describeUsageStore } from './contracts/usage-store.js';
import { memorySearchLeases } from './helpers/search-leases.js';

/** Within a process, both views are the same object. */
const alone =
  <T>(make: () => T) =>
  async () => {
    const one = make();
    return { one, other: one };
  };

describeRateStore('rates in memory', alone(memoryRateStore));
describeUsageStore('usage in memory', alone(memoryUsageStore));
describeSlots(
  'slots in memory',
  alone(() => createConcurrencySlots(3)),
);
describeAnswerCache(
  'answers in memory',
  alone(() => memoryAnswerCache({ ttl: 1, bytes: 1_000_000 })),
);
describeSearchLeases('searches in progress in memory', alone(memorySearchLeases));
