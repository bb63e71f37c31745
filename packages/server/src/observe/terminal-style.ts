import { styleText } from 'node:util';

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
