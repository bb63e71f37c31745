import { choiceSetting, type Settings, switchSetting } from './kinds.js';

/** What is logged. */
export interface LoggingConfig {
  logLevel: LogLevel;
  logQueries: boolean;
}

/** How much is logged. */
type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export const logging: Settings<LoggingConfig> = {
  logLevel: choiceSetting({ name: 'SVC_LOG_LEVEL', fallback: 'info', description: 'How much is logged.' }, [
    'silent',
    'error',
    'warn',
    'info',
    'debug',
  ]),
  logQueries: switchSetting({
    name: 'SVC_LOG_QUERIES',
    fallback: 'false',
    description: 'Whether the text of queries is logged.',
  }),
};
