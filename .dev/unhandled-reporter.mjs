// A reporter for Vitest that writes errors outside of any test, such as an unhandled rejection or a worker that exits.
// They fail the run, and its JSON report does not have them. `summary.mjs` lists them as failed tests.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export default class UnhandledReporter {
  onInit({ config }) {
    this.folder = join(config.root, '.work');
    this.file = join(this.folder, 'unhandled-results.json');
    rmSync(this.file, { force: true });
  }

  onTestRunEnd(_, errors) {
    if (errors.length === 0) return;
    const testResults = errors.map(({ name, message, stack, VITEST_TEST_PATH: path = this.folder }) => ({
      name: path,
      status: 'failed',
      message: [`${name}: ${message}`, ...(stack ?? '').split('\n').slice(1)].join('\n'),
    }));
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.file, JSON.stringify({ numFailedTests: errors.length, testResults }));
  }
}
