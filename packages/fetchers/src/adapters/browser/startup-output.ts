import type { Readable } from 'node:stream';

/** Characters that are kept of what a browser prints. */
const maxKept = 8_000;

/** What a browser prints while it starts. */
export interface StartupOutput {
  /** The line that says why it ended; undefined if there is none. */
  reason(): string | undefined;
  /** Ignores what it prints from now on. */
  ignoreRest(): void;
}

/** Collects what a browser prints. It must be read to the end, because a browser whose output is not read stops. */
export function collectStartupOutput(output: Readable): StartupOutput {
  let text = '';
  const collect = (part: Buffer) => {
    text = (text + part.toString()).slice(-maxKept);
  };
  output.on('data', collect);
  output.on('error', () => undefined); // it ends with the browser
  return {
    reason: () => reasonIn(text),
    ignoreRest() {
      output.off('data', collect);
      output.resume();
    },
  };
}

/** Chromium's fatal error, else its last line that is not about D-Bus, which it reports in every container. */
function reasonIn(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.includes(':dbus/'));
  const line = lines.find((line) => line.includes(':FATAL:')) ?? lines.at(-1);
  return line?.replace(/^\[[^\]]{0,200}\]/, '').trim();
}
