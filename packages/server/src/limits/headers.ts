import type { Standing } from './policy.js';

/**
 * The limits as headers: the structured fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers) with every limit,
 * and the three that most services send with the first, which is the rate.
 */
export function limitHeaders(standings: readonly Standing[]): Record<string, string> {
  const limits = standings.filter(({ limit }) => limit !== undefined);
  const [rate] = limits;
  return {
    'ratelimit-policy': limits.map(({ name, limit, window }) => `"${name}";q=${limit};w=${window}`).join(', '),
    ratelimit: limits.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
    ...(rate && {
      'x-ratelimit-limit': `${rate.limit}`,
      'x-ratelimit-remaining': `${rate.remaining}`,
      'x-ratelimit-reset': `${rate.reset}`,
    }),
  };
}
