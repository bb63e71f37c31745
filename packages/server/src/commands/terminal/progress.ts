import type { TerminalOutput } from '../../observe/terminal-text.js';

/** Progress of a long run, in one line that is overwritten. */
interface Progress {
  show(text: string): void;
  /** Clears the line. */
  end(): void;
}

const clearLine = '\r\u001B[K';
const barWidth = 24;

/** Progress on an output; nothing is written unless it is a terminal. */
export function createProgressLine(output: TerminalOutput & { write(text: string): unknown }): Progress {
  if (output.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void output.write(`${clearLine}${text.slice(0, (output.columns ?? 80) - 1)}`),
    end: () => void output.write(clearLine),
  };
}

/** `████░░░░ 12/100, 3 failed, 2.5/s, 0:35 left`. @param rate searches per second */
export function formatProgressBar({ done, total, failed, rate }: BarState): string {
  const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
  const bar = '█'.repeat(filled).padEnd(barWidth, '░');
  const speed =
    Number.isFinite(rate) && rate > 0 ? `, ${rate.toFixed(1)}/s, ${timeOf((total - done) / rate)} left` : '';
  return `${bar} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}${speed}`;
}

interface BarState {
  done: number;
  total: number;
  failed: number;
  rate: number;
}

/** Seconds as `m:ss` or `h:mm:ss`. */
function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const end = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`;
}
