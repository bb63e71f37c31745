// Checks that every regular expression in the sources takes linear time for any text. Safe patterns are listed in
// safe.json by digest, so that only new ones take time. `--save` writes the list, `--all` ignores it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

process.env.RECHECK_BACKEND = 'pure'; // the other backends are binaries and a JAR
const { checkSync } = await import('recheck');

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = join(root, '.dev/patterns/safe.json');
const isSaving = process.argv.includes('--save');
const isTrusting = !process.argv.includes('--all') && existsSync(list);

/** Patterns that the checker rejects, and why they never process long texts. */
const accepted = new Map(Object.entries(JSON.parse(readFileSync(join(root, '.dev/patterns/accepted.json'), 'utf8'))));

/** Milliseconds for one pattern. */
const timeout = 30_000;

const patterns = sources().flatMap(patternsIn);
const known = new Set(isTrusting ? JSON.parse(readFileSync(list, 'utf8')) : []);
const safe = new Set();
const faults = [];
const written = new Set(patterns.map(({ text }) => text));
for (const { file, text, pattern, flags } of patterns) {
  if (safe.has(digestOf(text)) || accepted.has(text)) continue;
  if (pattern === undefined) faults.push(`${file}: ${text} is put together and cannot be checked`);
  else if (known.has(digestOf(text))) safe.add(digestOf(text));
  else check({ file, text, pattern, flags });
}
for (const text of accepted.keys())
  if (!written.has(text)) faults.push(`accepted.json names ${text}, which no source has`);
for (const fault of faults) console.error(fault);
if (isSaving) writeFileSync(list, `${JSON.stringify([...safe].sort(), null, 2)}\n`);
console.log(`${patterns.length} patterns, ${accepted.size} of them accepted with a reason, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;

function check({ file, text, pattern, flags }) {
  const { status, complexity, error } = checkSync(pattern, flags, { timeout });
  if (status === 'safe') safe.add(digestOf(text));
  else faults.push(`${file}: ${text} is ${status}: ${complexity?.summary ?? error?.kind}`);
}

function sources() {
  const packages = readdirSync(join(root, 'packages')).filter((name) => !name.startsWith('.'));
  const folders = packages.flatMap((name) => ['src', 'web'].map((part) => `packages/${name}/${part}`));
  return [...folders, 'fixtures/src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .filter((name) => ['.ts', '.tsx', '.js', '.mjs'].includes(extname(name)) && !name.endsWith('.d.ts'))
        .map((name) => `${folder}/${name}`),
    );
}

function patternsIn(file) {
  const found = [];
  const source = readFileSync(join(root, file), 'utf8');
  /** `RegExp(…)` and `new RegExp(…)` can be checked if the argument is a literal. */
  function put({ callee, arguments: given, start, end }) {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [pattern, flags = { value: '' }] = given.map((one) => (typeof one.value === 'string' ? one : undefined));
    const known = pattern !== undefined && flags !== undefined && { pattern: pattern.value, flags: flags.value };
    found.push({ file, text: source.slice(start, end), ...known });
  }
  const visitor = new Visitor({
    Literal({ regex }) {
      if (regex) found.push({ file, text: `/${regex.pattern}/${regex.flags}`, ...regex });
    },
    NewExpression: put,
    CallExpression: put,
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

function digestOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
