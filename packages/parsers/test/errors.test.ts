import { expect, test, vi } from 'vitest';
import { isPageError, PageError, unreadableStates } from '../src/errors.js';

test('isPageError recognises an error of another copy of the package', async () => {
  vi.resetModules();
  const copy = await import('../src/errors.js');
  const error = new copy.PageError('captcha');
  expect(error).not.toBeInstanceOf(PageError);
  expect(isPageError(error)).toBe(true);
  expect(copy.isPageError(new PageError('captcha'))).toBe(true);
});

test.each([undefined, null, 'captcha', {}, new Error('captcha'), { name: 'PageError', state: 'captcha' }])(
  '%j is not a page error',
  (value) => {
    expect(isPageError(value)).toBe(false);
  },
);

test.each(unreadableStates)('%s has a distinct message', (state) => {
  const { message, code } = new PageError(state);
  expect(code).toBe(state);
  const others = unreadableStates.filter((other) => other !== state).map((other) => new PageError(other).message);
  expect(others).not.toContain(message);
  expect(message.length).toBeGreaterThan(10);
});

test('the brand is not enumerable', () => {
  expect(Object.keys(new PageError('consent'))).toEqual(['name', 'state', 'code', 'details']);
});
