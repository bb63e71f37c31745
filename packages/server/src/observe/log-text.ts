import { type TerminalStyle, toTerminalSafeLine } from './terminal-text.js';

/** A line of the log as written by pino. */
type LogEntry = Readonly<Record<string, unknown>>;

const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Fields that every line has, or that are shown in another form. */
const unreported = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'request_id', 'err', 'reqId']);

/**
 * Formats a line of the log for people: the time, what happened, and its facts. A request is one short line; its id is only
 * shown if it failed.
 */
export function formatLogLine(json: string, style: TerminalStyle): string {
  const entry = entryIn(json);
  if (entry === undefined) return json;
  if (isShownOtherwise(entry)) return '';
  const time = style.dim(new Date(Number(entry.time)).toTimeString().slice(0, 8));
  const text = entry.msg === 'request' ? requestText(entry, style) : eventText(entry, style);
  return `${time} ${text}\n${stackOf(entry)}`;
}

/** The greeting says where the service listens. */
function isShownOtherwise({ msg }: LogEntry): boolean {
  return msg === 'started' || `${msg}`.startsWith('Server listening at ');
}

function entryIn(json: string): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(json);
    return typeof entry === 'object' && entry !== null ? (entry as LogEntry) : undefined;
  } catch {
    return undefined; // a line from elsewhere is passed on unchanged
  }
}

function requestText(entry: LogEntry, style: TerminalStyle): string {
  const { method, path, status, ms, rows, pages, code, reason, query, request_id } = entry;
  const isFailed = Number(status) >= 400;
  const result = isFailed ? style.bad(`${status} ${code ?? ''}`.trim()) : style.good(`${status}`);
  const facts = [
    `${ms} ms`,
    ...(rows === undefined ? [] : [`${rows} rows from ${pages === 1 ? '1 page' : `${pages} pages`}`]),
    ...(reason === undefined ? [] : [`${reason}`]),
    ...(query === undefined ? [] : [`"${toTerminalSafeLine(`${query}`)}"`]),
    ...(isFailed ? [`id ${request_id}`] : []),
  ];
  return `${toTerminalSafeLine(`${method} ${path}`)} ${result} ${style.dim(facts.join(', '))}`;
}

function eventText(entry: LogEntry, style: TerminalStyle): string {
  const facts = Object.entries(entry)
    .filter(([name, value]) => !unreported.has(name) && !name.startsWith('SVC_') && isScalar(value))
    .map(([name, value]) => `${name}=${toTerminalSafeLine(`${value}`)}`);
  const level = levels[Number(entry.level)] ?? '';
  const mark = Number(entry.level) >= 40 ? `${Number(entry.level) >= 50 ? style.bad(level) : style.warn(level)} ` : '';
  return [
    `${mark}${toTerminalSafeLine(`${entry.msg}`)}`,
    ...(facts.length > 0 ? [style.dim(facts.join(' '))] : []),
  ].join(' ');
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The stack of an error that only a developer can fix. */
function stackOf({ err }: LogEntry): string {
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `${err.stack}` : '';
  return stack === '' ? '' : `${stack.replace(/^/gm, '  ')}\n`;
}
