// Adds up the reports of all test runs and prints one line: `summary [failed steps]`. A step that failed without a
// failing test, such as lint, counts as one. Failed tests and tests that passed only on retry are listed first, with
// their error: the output above them is thousands of lines long. Fails if anything failed, or if nothing ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folders = [
  '.',
  'fixtures',
  'examples',
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
];
const names = ['results.json', 'unhandled-results.json', 'embed-results.json', 'packages-results.json'];
const reports = folders
  .flatMap((folder) => names.map((name) => join(root, folder, '.work', name)))
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));

const files = reports.flatMap((report) => report.testResults ?? []);
const list = (what, file, name, messages) =>
  console.log([`${what}: ${relative(root, file.name)}: ${name.trim()}`, ...messages].join('\n  '));
for (const file of files) {
  const tests = file.assertionResults ?? [];
  for (const { status, fullName, failureMessages = [] } of tests) {
    const messages = failureMessages.map((message) => message.split('\n')[0]);
    if (status === 'failed') list('failed', file, fullName, messages);
    else if (status === 'passed' && messages.length > 0)
      list('flaky (passed at the second try)', file, fullName, messages);
  }
  // A file whose imports or hooks fail has no failed test of its own, nor has an error outside of any test.
  if (file.status === 'failed' && !tests.some(({ status }) => status === 'failed')) {
    list('failed', file, 'outside of any test', (file.message ?? '').split('\n').slice(0, 3));
  }
}

const total = (key) => reports.reduce((sum, report) => sum + (report[key] ?? 0), 0);
const passed = total('numPassedTests');
const failedTests = total('numFailedTests');
const failed = failedTests > 0 ? failedTests : Number(process.argv[2] ?? 0);
const skipped = total('numPendingTests');
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || passed === 0) process.exit(1);
