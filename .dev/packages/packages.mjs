// Checks the packages as they will be published: packed, and installed by npm in a separate folder.
//
//   pnpm packages                    contents, size and types of each tarball, and what installing @svc/server adds
//   pnpm packages --node 22 --node 24    also runs a search and parses a page with these versions of Node.js
//   pnpm packages --write            writes the sizes to budget.json; a check allows 10 % more
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportsOf } from './exports.mjs';
import { measureInstall, missingPeers, smoke } from './install.mjs';
import { tryInstalled } from './installed.mjs';
import { packedIn, root, run } from './pack.mjs';
import { tarballFaults } from './tarball.mjs';

const { values } = parseArgs({
  options: { node: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean', default: false } },
});
const budgetFile = join(root, '.dev', 'packages', 'budget.json');
const budget = JSON.parse(readFileSync(budgetFile, 'utf8'));
/** Factor by which the budget may be exceeded. */
const allowance = 1.1;

const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'));
const checks = { passed: 0, failed: 0 };
try {
  const packages = packedIn(folder);
  const measured = { tarballs: {}, install: {} };
  for (const packed of packages) {
    report(`${packed.name}: what is in the tarball`, tarballFaults(packed));
    report(`${packed.name}: types (attw, ESM only)`, typeFaults(packed));
    measured.tarballs[packed.name] = packed.kilobytes;
    reportSize(`${packed.name}: kB packed`, packed.kilobytes, budget.tarballs[packed.name]);
  }
  const { project, ...install } = measureInstall(folder, packages);
  measured.install = install;
  reportSize('npm i @svc/server: packages', install.packages, budget.install.packages);
  reportSize('npm i @svc/server: MB on disk', install.megabytes, budget.install.megabytes);
  report('installed without the repository: service, commands, client, fixtures', await tryInstalled(folder, packages));
  report('what is optional and missing is named in one line', missingPeers(project));
  for (const version of ['', ...values.node]) {
    report(`installed, on Node ${version || process.versions.node}`, smoke(project, version));
  }
  if (values.write) writeFileSync(budgetFile, `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${checks.passed} passed, ${checks.failed} failed`);
mkdirSync(join(root, '.work'), { recursive: true });
const counts = { numPassedTests: checks.passed, numFailedTests: checks.failed };
writeFileSync(join(root, '.work', 'packages-results.json'), JSON.stringify(counts));
if (checks.failed > 0) process.exitCode = 1;

function report(what, faults) {
  checks[faults.length === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${what}`);
  for (const fault of faults) console.log(`         ${fault}`);
}

function reportSize(what, size, limit) {
  if (values.write) report(`${what}: ${size}`, []);
  else report(`${what}: ${size}`, limit !== undefined && size <= limit * allowance ? [] : [`the budget is ${limit}`]);
}

/** Problems of the types for importing packages. Packages do not support `require`. */
function typeFaults({ archive, folder }) {
  const entries = Object.keys(exportsOf(join(root, folder))); // attw skips patterns
  const form = ['--profile', 'esm-only', '--no-color', '--no-emoji'];
  const { status, stdout } = run('attw', [archive, ...form, '--include-entrypoints', ...entries]);
  return status === 0 ? [] : stdout.split('\n').filter((line) => line.trim() !== '');
}
