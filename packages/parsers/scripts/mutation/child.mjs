// Reads the captures with one mutant after the other switched on, as the parent names them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutants } from './mutant-switch.mjs';

const [, , bundle, pages] = process.argv;
/** All that can be included, with how the page was read. */
const everything = { blocks: true, elements: true, rich: true, dates: true, diagnostics: true };

const { operations } = await import(bundle);
const captures = readCaptures();
for (const capture of captures) {
  mutants.reached = new Set();
  const start = performance.now();
  capture.want = outcome(capture);
  capture.time = performance.now() - start;
  capture.passed = mutants.passed;
  capture.reached = mutants.reached;
}
/** What is reached the first time alone is computed at first need and kept: it cannot be switched later on. */
mutants.reached = new Set();
for (const capture of captures) outcome(capture);
const again = mutants.reached;
mutants.reached = undefined;
captures.sort((a, b) => a.time - b.time); // early exit by the quickest

process.on('message', (id) => {
  mutants.active = id;
  const isReached = captures.some((capture) => capture.reached.has(id));
  if (isReached && !again.has(id)) {
    process.send('once');
    return;
  }
  const own = captures.filter((capture) => capture.reached.has(id));
  const isKilled = own.some((capture) => outcome(capture) !== capture.want);
  mutants.active = -1;
  const alive = own.length === 0 ? 'unreached' : 'survived';
  process.send(isKilled ? 'killed' : alive);
});
process.send('ready');

function readCaptures() {
  const metas = readdirSync(pages, { recursive: true }).filter((name) => name.endsWith('meta.json'));
  return metas.flatMap((name) => {
    const folder = join(pages, name, '..');
    const { operation, query } = JSON.parse(readFileSync(join(pages, name), 'utf8'));
    const body = readdirSync(folder).find((file) => file.startsWith('page.'));
    if (operations[operation] === undefined || body === undefined || !existsSync(join(folder, 'expected.json')))
      return [];
    return [{ parse: operations[operation], query, body: readFileSync(join(folder, body)) }];
  });
}

/** What a caller gets, with everything that can be included, as a digest; the name and the state of an error. */
function outcome({ parse, query, body, passed: before }) {
  mutants.passed = 0;
  mutants.mostPassed = before === undefined ? Number.POSITIVE_INFINITY : 100 * before + 100_000;
  return digest(read(() => parse(body, { query, ...everything })));
}

function read(parse) {
  try {
    return parse();
  } catch (error) {
    return { error: error.name, state: error.state, details: error.reason };
  }
}

function digest(value) {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex');
}
