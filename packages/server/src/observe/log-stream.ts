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

/** Most bytes of lines that wait to be written, while the disk is full or nobody reads; later ones are dropped. */
const maxUnwritten = 4_000_000;

/**
 * Opens standard error as the log, in the configured format. Errors of it are ignored: they could not be logged, and unhandled they
 * would end the service.
 */
export function openLog({ logFormat }: Pick<LoggingConfig, 'logFormat'>): LogStream {
  const { stderr } = process;
  const isText = logFormat === 'text' || (logFormat === 'auto' && stderr.isTTY);
  // A write to a file is over soon, on a thread. One to a pipe that nobody reads never is, and would keep the process from ending.
  if (!isText && !(stderr instanceof Socket)) {
    return destination({ dest: standardError, maxLength: maxUnwritten }).on('error', () => undefined);
  }
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
  const style = terminalStyleOf(stderr);
  return createBoundedLog(stderr, isText ? (line) => formatLogLine(line, style) : (line) => line);
}

/** A log on an output that may not be read. Lines beyond the bound are dropped; once there is room again, a line has their number. */
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

/** Milliseconds that lines may take to be read when the process ends. */
const lastLinesTime = 500;

/** Waits until the lines of the log are written, or gives up: what nobody reads by then is lost. */
export async function flushLog({ stderr: output }: { stderr: Writable } = process): Promise<void> {
  if (output.writableLength === 0 || output.destroyed) return;
  const written = new Promise<void>((resolve) => output.write('', () => resolve()));
  await Promise.race([written, sleep(lastLinesTime)]);
}
