import { exitCodes } from './command.js';

/** How an error that ended a command is told. */
export interface CommandFault {
  /** One line for a person; '' where there is nothing to say. */
  message: string;
  code: number;
}

/**
 * Errors that a person can put right, by name: their message is all that need be said. Their classes are not imported,
 * since that would load what the command at hand has no use for.
 */
const expected: Readonly<Record<string, number>> = {
  ConfigError: exitCodes.failed,
  KeyStoreError: exitCodes.failed,
  CommandError: exitCodes.failed,
  ApiError: exitCodes.failed,
  UnreachableError: exitCodes.failed,
  UsageError: exitCodes.wrongCall,
};

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'it is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
};

/** What is said of an error, and the exit code. A fault of the program itself has a stack, shown where `SVC_DEBUG` is set. */
export function faultOf(error: unknown): CommandFault {
  if (!(error instanceof Error)) return { message: `svc: unexpected error: ${error}`, code: exitCodes.failed };
  if (error.name === 'Interrupted') return { message: error.message, code: exitCodes.interrupted };
  const code = expected[error.name];
  if (code !== undefined) return { message: error.message, code };
  if ('syscall' in error) return { message: `svc: ${fileFaultOf(error)}`, code: exitCodes.failed };
  const isReported = process.env.SVC_DEBUG !== undefined;
  const message = `svc: unexpected error: ${error.name}: ${error.message.split('\n')[0]}; SVC_DEBUG=1 shows where`;
  return { message: isReported ? (error.stack ?? message) : message, code: exitCodes.failed };
}

/** What an error of the operating system says of the file that it names. */
function fileFaultOf(error: Error & { code?: unknown; path?: unknown }): string {
  const reason = fileFaults[`${error.code}`] ?? error.message;
  return error.path === undefined ? reason : `${error.path}: ${reason}`;
}
