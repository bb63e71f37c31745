// Adds up the reports of all test runs and prints one line: `summary [failed steps]`. A step that failed without a
// failing test, such as lint, counts as one. Tests that passed only on retry are listed first. Fails if anything
// failed, or if nothing ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folders = [
  '.',
  'fixtures',
  'examples',
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
];
const reports = folders
  .flatMap((folder) =>
    ['results.json', 'embed-results.json', 'packages-results.json'].map((name) => join(root, folder, '.work', name)),
  )
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));

const tests = reports.flatMap((report) => report.testResults ?? []).flatMap((file) => file.assertionResults ?? []);
for (const test of tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)) {
  console.log(`flaky (passed at the second try): ${test.fullName.trim()}\n  ${test.failureMessages[0].split('\n')[0]}`);
}

const total = (key) => reports.reduce((sum, report) => sum + (report[key] ?? 0), 0);
const passed = total('numPassedTests');
const failedTests = total('numFailedTests');
const failed = failedTests > 0 ? failedTests : Number(process.argv[2] ?? 0);
const skipped = total('numPendingTests');
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || passed === 0) process.exit(1);
