import { addressSetting, choiceSetting, type Setting, type Settings, switchSetting } from './kinds.js';

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

/** How the service is watched. */
export interface ObservingConfig {
  /** Null where operators use the port of the API. */
  operatorPort: number | null;
  tracesEndpoint: string;
}

const operatorPort: Setting<number | null> = {
  name: 'SVC_OPERATOR_PORT',
  fallback: '',
  description:
    'Port for `/metrics`, `/livez` and `/readyz` alone, which then are not on the other; 0 takes a free one. None of its own when not set.',
  must: 'a whole number from 0 to 65535',
  read(text) {
    if (text === '') return null;
    return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
  },
};

export const observing: Settings<ObservingConfig> = {
  operatorPort,
  tracesEndpoint: addressSetting({
    name: 'SVC_TRACES_ENDPOINT',
    fallback: '',
    description:
      'Address that traces are sent to as OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`; none are made when not set.',
  }),
};
