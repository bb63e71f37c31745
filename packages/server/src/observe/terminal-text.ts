import { styleText } from 'node:util';
import { destination } from 'pino';
import type { LoggingConfig } from '../config/logging.js';

/** A line of the log as written by pino. */
type LogEntry = Readonly<Record<string, unknown>>;

const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Fields that every line has, or that are shown in another form. */
const unreported = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'request_id', 'err', 'reqId']);

/**
 * Formats a line of the log for people: the time, what happened, and its facts. A request is one short line; its id is only
 * shown if it failed.
 */
export function formatLogLine(json: string, style: Style): string {
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

function requestText(entry: LogEntry, style: Style): string {
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

function eventText(entry: LogEntry, style: Style): string {
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

/** Destination of the log. */
export interface LogStream {
  write(line: string): void;
}

const standardError = 2;

/** Opens standard error as the log, in the configured format. */
export function openLog({ logFormat }: Pick<LoggingConfig, 'logFormat'>): LogStream {
  const isText = logFormat === 'text' || (logFormat === 'auto' && process.stderr.isTTY);
  if (!isText) return destination(standardError);
  const style = styleOf(process.stderr);
  return { write: (line) => void process.stderr.write(formatLogLine(line, style)) };
}

/** Control characters, and characters that change the direction of text. */
const unsafe = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** Makes third-party text safe for a terminal, on one line. */
export function toTerminalSafeLine(text: string): string {
  return text.replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
}

/** The same for text of several lines, keeping line breaks and blanks. */
export function toTerminalSafeText(text: string): string {
  return text.replace(unsafe, (run) => run.replace(/[^\n\t]+/g, ' ').replace(/ (?=\n)/g, ''));
}

/** Characters that take no column. */
const narrow = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Characters that take two columns: East Asian scripts, full-width forms, emoji. */
const wide =
  /^(?:[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation})$/u;

/** Number of terminal columns that a text takes. */
export function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + columnsOf(character), 0);
}

/** Fits text into a number of columns: longer text ends with `…`, shorter text is padded. */
export function fitToWidth(text: string, width: number): string {
  const own = widthOf(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let shown = '';
  let taken = 0;
  for (const character of text) {
    const columns = columnsOf(character);
    if (taken + columns > width - 1) break;
    shown += character;
    taken += columns;
  }
  return `${shown}…${' '.repeat(Math.max(0, width - 1 - taken))}`;
}

function columnsOf(character: string): number {
  if (narrow.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Styles text for a terminal; on other outputs every function returns the text unchanged. */
export interface Style {
  readonly isPlain: boolean;
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  /** Makes text a link (OSC 8). */
  link(text: string, address: string): string;
}

/** An output stream such as `process.stdout`. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  hasColors?(): boolean;
}

type StyleFormat = Parameters<typeof styleText>[0];

/** The style of an output: colours and links only on a terminal, and not with `NO_COLOR` or `TERM=dumb`. */
export function styleOf(output: Output): Style {
  const isPlain = !(output.isTTY === true && output.hasColors?.() === true);
  const styled = (format: StyleFormat) => (text: string) => (isPlain ? text : styleText(format, text));
  return {
    isPlain,
    bold: styled('bold'),
    dim: styled('dim'),
    good: styled('green'),
    warn: styled('yellow'),
    bad: styled('red'),
    link: (text, address) => (isPlain || !isWebAddress(address) ? text : `${osc8(address)}${text}${osc8('')}`),
  };
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/i.test(address);
}

function osc8(address: string): string {
  return `\u001B]8;;${address}\u001B\\`;
}
