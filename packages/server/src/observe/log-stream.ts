import { destination } from 'pino';
import type { LoggingConfig } from '../config/logging.js';
import { logText } from './log-text.js';
import { styleOf } from './terminal-style.js';

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

const standardError = 2;

/** Standard error: text for people, or JSON lines, as the configuration says. */
export function openLog({ logFormat }: Pick<LoggingConfig, 'logFormat'>): LogStream {
  const isText = logFormat === 'text' || (logFormat === 'auto' && process.stderr.isTTY);
  if (!isText) return destination(standardError);
  const style = styleOf(process.stderr);
  return { write: (line) => void process.stderr.write(logText(line, style)) };
}
