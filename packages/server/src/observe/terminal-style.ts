import { styleText } from 'node:util';

/** How text is dressed up for people; every function returns the text as it is where the output is not for their eyes. */
export interface Style {
  readonly isPlain: boolean;
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  /** Text that leads to an address when it is clicked (OSC 8). */
  link(text: string, address: string): string;
}

/** A stream as `process.stdout` is one. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  hasColors?(): boolean;
}

type StyleFormat = Parameters<typeof styleText>[0];

/** The style of an output: colours and links on a terminal only, and none under `NO_COLOR` or `TERM=dumb`. */
export function styleOf(output: Output): Style {
  const isPlain = !(output.isTTY === true && output.hasColors?.() === true);
  const dress = (format: StyleFormat) => (text: string) => (isPlain ? text : styleText(format, text));
  return {
    isPlain,
    bold: dress('bold'),
    dim: dress('dim'),
    good: dress('green'),
    warn: dress('yellow'),
    bad: dress('red'),
    link: (text, address) => (isPlain || !isWebAddress(address) ? text : `${osc8(address)}${text}${osc8('')}`),
  };
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/i.test(address);
}

function osc8(address: string): string {
  return `\u001B]8;;${address}\u001B\\`;
}
