import { expect, it } from 'vitest';
import { isRedirectAllowed } from '../src/engines.js';
import type { Engine } from '../src/index.js';

const allowed: [Engine, string][] = [
  ['alpha', 'https://www.google.com/search'],
  ['alpha', 'https://www.google.co.uk/search'],
  ['alpha', 'https://www.google.com.hk/'],
  ['alpha', 'https://consent.google.de/ml'],
  ['alpha', 'https://sorry.google.com/sorry/index'],
  ['alpha', 'https://consent.youtube.com/m'],
  ['beta', 'https://cn.bing.com/search'],
  ['gamma', 'https://search.brave.com/captcha'],
];

const start: Readonly<Partial<Record<Engine, URL>>> = {
  alpha: new URL('https://www.google.com/search'),
  beta: new URL('https://www.bing.com/search'),
  gamma: new URL('https://search.brave.com/search'),
};

it.each(allowed)('%s may redirect to %s', (engine, target) => {
  expect(isRedirectAllowed(engine, start[engine]!, new URL(target))).toBe(true);
});

it.each<[Engine, string]>([
  ['alpha', 'https://www.google.com.evil.test/'],
  ['alpha', 'https://notgoogle.com/'],
  ['alpha', 'https://www.bing.com/'],
  ['beta', 'https://bing.com.test/'],
  ['gamma', 'http://search.brave.com/'],
  ['gamma', 'https://127.0.0.1/'],
  ['gamma', 'file:///etc/hosts'],
])('%s may not redirect to %s', (engine, target) => {
  expect(isRedirectAllowed(engine, start[engine]!, new URL(target))).toBe(false);
});

it('any host may redirect to itself, on the same port', () => {
  const from = new URL('http://127.0.0.1:1/');
  expect(isRedirectAllowed('beta', from, new URL('http://127.0.0.1:1/next'))).toBe(true);
  expect(isRedirectAllowed('beta', from, new URL('http://127.0.0.1:2/next'))).toBe(false);
});

it('a gateway may not redirect to the engine itself', () => {
  const gateway = new URL('http://127.0.0.1:1/www.google.com/search');
  expect(isRedirectAllowed('alpha', gateway, new URL('https://www.google.com/search'))).toBe(false);
});
