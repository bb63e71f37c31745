import { addressSetting, booleanSetting, choiceSetting, type Setting, type Settings } from './kinds.js';

/** What is logged. */
export interface LoggingConfig {
  logLevel: LogLevel;
  logFormat: 'auto' | 'text' | 'json';
  logQueries: boolean;
}

/** How much is logged. */
type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export const loggingSettings: Settings<LoggingConfig> = {
  logLevel: choiceSetting(
    {
      name: 'SVC_LOG_LEVEL',
      fallback: 'info',
      description: 'Least severe level that is logged: `debug`, `info`, `warn`, `error`, or `silent` for none.',
    },
    ['silent', 'error', 'warn', 'info', 'debug'],
  ),
  logFormat: choiceSetting(
    {
      name: 'SVC_LOG_FORMAT',
      fallback: 'auto',
      description:
        'Format of the log on standard error: `text` for people, `json` lines, or `auto`: text on a terminal, JSON elsewhere.',
    },
    ['auto', 'text', 'json'],
  ),
  logQueries: booleanSetting({
    name: 'SVC_LOG_QUERIES',
    fallback: 'false',
    description: 'Whether the text of queries is logged.',
  }),
};

/** How the service is monitored. */
export interface ObservingConfig {
  /** Null where operators use the port of the API. */
  operatorPort: number | null;
  tracesEndpoint: string;
}

const operatorPort: Setting<number | null> = {
  name: 'SVC_OPERATOR_PORT',
  fallback: '',
  description:
    'Separate port for `/metrics`, `/livez` and `/readyz`, which are then not served on the port of the API; 0 means any free port. If not set, they share that port.',
  must: 'a whole number from 0 to 65535',
  read(text) {
    if (text === '') return null;
    return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
  },
};

export const observingSettings: Settings<ObservingConfig> = {
  operatorPort,
  tracesEndpoint: addressSetting({
    name: 'SVC_TRACES_ENDPOINT',
    fallback: '',
    description:
      'Address to which traces are sent as OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`. If not set, there are none.',
  }),
};
