import { styleText } from 'node:util';

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
export function displayWidthOf(text: string): number {
  return [...text].reduce((width, character) => width + columnsOf(character), 0);
}

/** Fits text into a number of columns: longer text ends with `…`, shorter text is padded. */
export function padOrTruncate(text: string, width: number): string {
  const own = displayWidthOf(text);
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
export interface TerminalStyle {
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
export interface TerminalOutput {
  isTTY?: boolean;
  columns?: number;
  hasColors?(): boolean;
}

type StyleFormat = Parameters<typeof styleText>[0];

/** The style of an output: colours and links only on a terminal, and not with `NO_COLOR` or `TERM=dumb`. */
export function terminalStyleOf(output: TerminalOutput): TerminalStyle {
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
