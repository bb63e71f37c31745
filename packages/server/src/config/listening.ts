import { type Settings, textSetting, wholeSetting } from './kinds.js';

/** Where the service listens. */
export interface ListeningConfig {
  host: string;
  port: number;
}

export const listening: Settings<ListeningConfig> = {
  host: textSetting({ name: 'SVC_HOST', fallback: '127.0.0.1', description: 'Address to listen on.' }),
  port: wholeSetting(
    { name: 'SVC_PORT', fallback: '8080', description: 'Port to listen on; 0 takes a free one.' },
    0,
    65_535,
  ),
};
