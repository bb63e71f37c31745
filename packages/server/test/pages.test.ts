import { createHash } from 'node:crypto';
import { simulatorWords } from '@svc/fixtures';
import { expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { lookups } from './helpers/description.js';
import { testService } from './helpers/service.js';

const service = testService();

async function pageAt(path: string) {
  const { statusCode, headers, body } = await service.app.inject(path);
  return { statusCode, type: headers['content-type'], policy: `${headers['content-security-policy']}`, body };
}

test.each(['/docs', '/docs/', '/docs/guides/quick-start', '/docs/reference/alpha-search.html'])(
  '%s is served without a key and makes no request to an engine',
  async (path) => {
    const { statusCode, type, body } = await pageAt(path);
    expect([statusCode, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toMatch(/^<!DOCTYPE html>/i);
    expect(service.requests).toEqual([]);
  },
);

test('the reference only loads its own files and only runs its own scripts', async () => {
  const { policy, body } = await pageAt('/docs/reference/alpha-search');
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(body).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\//);
  for (const [, path = ''] of body.matchAll(/\b(?:src|href)="(\/docs\/assets\/[^"]+)"/g)) {
    expect([path, (await service.app.inject(path)).statusCode]).toEqual([path, 200]);
  }
  const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.+?)<\/script>/gs)].map(([, text = '']) => text);
  expect(inline.length).toBeGreaterThan(0);
  for (const text of inline) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
});

test('the reference has a page for every path', async () => {
  for (const { name, path } of endpoints) {
    const { statusCode, body } = await pageAt(`/docs/reference/${name.replace('.', '-')}`);
    expect([name, statusCode]).toEqual([name, 200]);
    expect(body).toContain(`POST ${path}</code>`);
  }
  for (const { path } of lookups) {
    expect((await pageAt(`/docs/reference/${path.split('/').at(-1)}`)).body).toContain(`GET ${path}</code>`);
  }
});

test('the reference lists the words that simulated engines react to', async () => {
  const { body } = await pageAt('/docs/reference/simulator');
  for (const { word } of simulatorWords) expect(body).toContain(`<code>${word}</code>`);
});
