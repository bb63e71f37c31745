// The subset of vitest that the unit tests use, without starting and isolating test files: they run in one process for
// thousands of mutants. `expect` compares as documented by vitest.
const tests = [];
let path = [];
/** Hooks to run after each test of the file being imported. */
let after = [];

/** Starts a test file, with its own hooks. */
export function file(name) {
  path = [name];
  after = [];
}

export function afterEach(hook) {
  after.push(hook);
}

/** The tests registered by the imported files. */
export const registered = () => tests;

export function describe(name, body) {
  path.push(name);
  body();
  path = path.slice(0, -1);
}

export function test(name, body) {
  const hooks = after;
  const run = async () => {
    try {
      await body();
    } finally {
      for (const hook of hooks) await hook();
    }
  };
  tests.push({ name: [...path, name].join(' > '), run });
}
export const it = test;
/** Registers nothing, for a condition that does not hold. */
const skipped = Object.assign(() => {}, { each: () => () => {} });
for (const register of [describe, test]) {
  register.each = (rows) => (name, body) => {
    for (const row of rows) register(name, () => body(...(Array.isArray(row) ? row : [row])));
  };
  register.skipIf = (isSkipped) => (isSkipped ? skipped : register);
  register.runIf = (isRun) => register.skipIf(!isRun);
  register.skip = skipped;
}

/**
 * Modules are neither mocked nor reloaded: tests that need that fail without any mutant, and are left out.
 */
export const vi = {
  hoisted: (make) => make(),
  mock: () => {},
  doMock: () => {},
  doUnmock: () => {},
  resetModules: () => {},
  fn: (body) => {
    const calls = [];
    const counted = (...given) => {
      calls.push(given);
      return body(...given);
    };
    return Object.assign(counted, { mock: { calls } });
  },
  stubGlobal: (name, value) => {
    stubbed.push([name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  },
  unstubAllGlobals: () => {
    for (const [name, before] of stubbed.splice(0).reverse()) Object.defineProperty(globalThis, name, before);
  },
};
const stubbed = [];

class Asymmetric {
  constructor(matches) {
    this.matches = matches;
  }
}

export function expect(value) {
  const positive = matchersOf(value, (is) => is);
  return { ...positive, not: matchersOf(value, (is) => !is) };
}
expect.objectContaining = (part) => new Asymmetric((value) => contains(value, part));
expect.arrayContaining = (part) =>
  new Asymmetric((value) => part.every((item) => value.some((own) => equal(own, item))));
expect.stringMatching = (pattern) => new Asymmetric((value) => new RegExp(pattern).test(value));
expect.fail = (message) => {
  throw new Error(message);
};

function matchersOf(value, holds) {
  const check = (is) => {
    if (!holds(is)) throw new Error('not as expected');
  };
  return {
    toBe: (other) => check(Object.is(value, other)),
    toEqual: (other) => check(equal(value, other)),
    toMatchObject: (part) => check(contains(value, part)),
    toBeUndefined: () => check(value === undefined),
    toBeDefined: () => check(value !== undefined),
    toHaveLength: (length) => check(value.length === length),
    toBeGreaterThan: (other) => check(value > other),
    toBeGreaterThanOrEqual: (other) => check(value >= other),
    toBeLessThan: (other) => check(value < other),
    toBeLessThanOrEqual: (other) => check(value <= other),
    toBeInstanceOf: (type) => check(value instanceof type),
    toContain: (item) => check(value.includes(item)),
    toContainEqual: (item) => check(value.some((own) => equal(own, item))),
    toMatch: (pattern) => check(new RegExp(pattern).test(value)),
    toHaveProperty: (name, ...given) => check(hasProperty(value, name, given)),
    toHaveBeenCalledTimes: (count) => check(value.mock.calls.length === count),
    toThrow: (expected) => check(throwsAs(value, expected)),
  };
}

function hasProperty(value, name, [expected, ...none]) {
  const found = String(name)
    .split('.')
    .reduce((inner, key) => (inner === undefined || inner === null ? undefined : inner[key]), value);
  return none.length === 0 && expected !== undefined ? equal(found, expected) : found !== undefined;
}

function throwsAs(run, expected) {
  try {
    run();
  } catch (error) {
    if (expected === undefined) return true;
    if (typeof expected === 'function') return error instanceof expected;
    if (typeof expected === 'string') return error.message.includes(expected);
    return expected instanceof RegExp ? expected.test(error.message) : contains(error, expected);
  }
  return false;
}

/** Whether two values are equal. Undefined properties count as missing. */
function equal(one, other) {
  if (other instanceof Asymmetric) return other.matches(one);
  if (Object.is(one, other)) return true;
  if (!isComposite(one) || !isComposite(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (one instanceof Map || one instanceof Set) return equal([...one], [...other]);
  if (Array.isArray(one) && one.length !== other.length) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => equal(one[name], other[name]));
}

function contains(value, part) {
  if (part instanceof Asymmetric) return part.matches(value);
  if (!isComposite(part)) return Object.is(value, part);
  if (!isComposite(value)) return false;
  if (Array.isArray(part) && (!Array.isArray(value) || value.length !== part.length)) return false;
  const names = part instanceof Error ? ['message'] : Object.keys(part);
  return names.every((name) => contains(value[name], part[name]));
}

function isComposite(value) {
  return typeof value === 'object' && value !== null;
}
