import type { Output } from '../../observe/terminal-style.js';

/** How far a long run is, in one line that is written over; nothing where nobody looks. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away. */
  end(): void;
}

const clearLine = '\r\u001B[K';
const barWidth = 24;

/** Progress on an output, shown on a terminal only. */
export function progressOn(output: Output & { write(text: string): unknown }): Progress {
  if (output.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void output.write(`${clearLine}${text.slice(0, (output.columns ?? 80) - 1)}`),
    end: () => void output.write(clearLine),
  };
}

/** `████░░░░ 12/100, 3 failed`. */
export function barOf({ done, total, failed }: { done: number; total: number; failed: number }): string {
  const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
  return `${'█'.repeat(filled).padEnd(barWidth, '░')} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}`;
}
