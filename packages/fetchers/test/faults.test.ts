import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { faults } from './faults/faults.js';
import { limits, type Outcome, play } from './faults/play.js';

// Without jitter, so that nothing is waited for but what the fault is about.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

// Played again where it fails: a machine that gives this process no core for a second makes a timeout of any fault.
test('what a caller gets for every fault is what FAULTS.md says', { timeout: 120_000, retry: 3 }, async () => {
  const sections: string[] = [];
  let count = 0;
  for (const [title, group] of Object.entries(faults)) {
    const outcomes = await Promise.all(group.map(play));
    count += outcomes.length;
    sections.push(`## ${title}\n\n${tableOf(outcomes)}`);
    expect(outcomes.filter(({ late }) => late > 0)).toEqual([]);
    expect(outcomes.filter(({ sockets }) => sockets > 0)).toEqual([]);
  }
  expect(count).toBeGreaterThanOrEqual(60);
  await expect(`${introduction(count)}\n${sections.join('\n\n')}\n`).toMatchFileSnapshot('../FAULTS.md');
});

function introduction(count: number): string {
  return `# What a caller gets for a fault

Written by \`test/faults.test.ts\`, which plays these ${count} faults with raw sockets on the loopback interface: two attempts,
\`connectTimeout\` ${limits.connect} ms, \`responseTimeout\` ${limits.response} ms, \`attemptTimeout\` ${limits.attempt} ms, a deadline of ${limits.deadline} ms, bodies
of at most 100 kB, no budget and no circuit where they are not what is played. "Error" is the code of the \`FetchError\`, or the
judge's own error where a page came. "Each within" is the limit that ends an attempt. "Sockets" are those that are left half a second
after \`close()\`. \`pnpm --filter @svc/fetchers exec vitest run test/faults.test.ts -u\` writes this file again.
`;
}

const columns = ['Fault', 'Error', 'Retry-After', 'Attempts', 'Sessions', 'Each within', 'Sockets'];

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, error, retryAfter, attempts, sessions, within, sockets }) => [
    name,
    `\`${error}\``,
    retryAfter === undefined ? '' : `${retryAfter} s`,
    ...[attempts, sessions].map(String),
    within,
    String(sockets),
  ]);
  const widths = columns.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
