import { type Settings, wholeSetting } from './kinds.js';

/** How often a key may call. */
export interface LimitsConfig {
  rateLimit: number;
  rateWindowSeconds: number;
}

export const limits: Settings<LimitsConfig> = {
  rateLimit: wholeSetting(
    { name: 'SVC_RATE_LIMIT', fallback: '100', description: 'Searches that a key may make in a window.' },
    1,
    1_000_000,
  ),
  rateWindowSeconds: wholeSetting(
    { name: 'SVC_RATE_WINDOW_SECONDS', fallback: '60', description: 'Length of that window.' },
    1,
    86_400,
  ),
};
