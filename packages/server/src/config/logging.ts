import { choiceSetting, type Settings, switchSetting } from './kinds.js';

/** What is logged. */
export interface LoggingConfig {
  logLevel: LogLevel;
  logFormat: 'auto' | 'text' | 'json';
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
  logFormat: choiceSetting(
    {
      name: 'SVC_LOG_FORMAT',
      fallback: 'auto',
      description: 'Form of the log on standard error: `text` for people, `json` lines, or `auto`, text on a terminal.',
    },
    ['auto', 'text', 'json'],
  ),
  logQueries: switchSetting({
    name: 'SVC_LOG_QUERIES',
    fallback: 'false',
    description: 'Whether the text of queries is logged.',
  }),
};
