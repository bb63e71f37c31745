import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { destination } from 'pino';
import type { LoggingConfig } from '../config/logging.js';
import { formatLogLine } from './log-text.js';
import { terminalStyleOf } from './terminal-text.js';

/** Destination of the log. */
export interface LogStream {
  write(line: string): void;
}

const standardError = 2;

/** Maximum number of bytes that wait while the disk is full or nobody reads the log; further lines are dropped. */
const maxUnwritten = 4_000_000;

/**
 * Opens standard error as the log, in the configured format. Its errors are ignored: they cannot be logged, and an
 * unhandled one ends the service.
 */
export function openLog({ logFormat }: Pick<LoggingConfig, 'logFormat'>): LogStream {
  const { stderr } = process;
  const isText = logFormat === 'text' || (logFormat === 'auto' && stderr.isTTY);
  // pino writes on a thread. There, a write to a pipe that nobody reads never ends and keeps the process alive.
  if (!isText && !(stderr instanceof Socket)) {
    return destination({ dest: standardError, maxLength: maxUnwritten }).on('error', () => undefined);
  }
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
  const style = terminalStyleOf(stderr);
  return createBoundedLog(stderr, isText ? (line) => formatLogLine(line, style) : (line) => line);
}

/** A log on an output that nobody may read. Lines beyond the limit are dropped; once there is room, a line says how many. */
export function createBoundedLog(
  output: Pick<Writable, 'write' | 'writableLength'>,
  format: (line: string) => string,
): LogStream {
  let dropped = 0;
  return {
    write(line) {
      if (output.writableLength > maxUnwritten) {
        dropped += 1;
        return;
      }
      if (dropped > 0) output.write(format(droppedLine(dropped)));
      dropped = 0;
      output.write(format(line));
    },
  };
}

function droppedLine(lines: number): string {
  const { pid } = process;
  return `${JSON.stringify({ level: 40, time: Date.now(), pid, lines, msg: 'lines of the log were dropped: nobody read it' })}\n`;
}

/** Maximum time in milliseconds to wait for the reader of the log when the process ends. */
const lastLinesTime = 500;

/** Waits until the log is written, for a limited time: lines that nobody has read by then are lost. */
export async function flushLog({ stderr: output }: { stderr: Writable } = process): Promise<void> {
  if (output.writableLength === 0 || output.destroyed) return;
  const written = new Promise<void>((resolve) => output.write('', () => resolve()));
  await Promise.race([written, sleep(lastLinesTime)]);
}
