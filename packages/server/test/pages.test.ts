import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../src/docs/html.js';
import { endpoints } from '../src/endpoints/index.js';
import { lookups } from '../src/endpoints/lookups.js';
import { errorKinds } from '../src/errors/kinds.js';
import { testService } from './helpers/service.js';

const service = testService();

async function pageAt(path: string) {
  const { statusCode, headers, body } = await service.app.inject(path);
  return { statusCode, type: headers['content-type'], policy: `${headers['content-security-policy']}`, body };
}

describe.each(['/docs'])('%s', (path) => {
  test('is a page without a key that asks no engine', async () => {
    const { statusCode, type, body } = await pageAt(path);
    expect([statusCode, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toMatch(/^<!doctype html>/);
    expect(service.requests).toEqual([]);
  });

  test('loads nothing, and runs and shows only what it came with', async () => {
    const { policy, body } = await pageAt(path);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(body).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\//);
    const inline = [...body.matchAll(/<(?:script|style)>(.*?)<\//gs)].map(([, text = '']) => text);
    expect(inline.length).toBeGreaterThan(0);
    for (const text of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
  });
});

test('the reference names every path, parameter and error', async () => {
  const { body } = await pageAt('/docs');
  for (const { path } of [...endpoints, ...lookups]) expect(body).toContain(` ${path}</code>`);
  for (const name of ['query', 'uule', 'cp', 'mkt', 'lat', 'limit', ...Object.keys(errorKinds)]) {
    expect(body).toContain(`<code>${name}</code>`);
  }
  expect(body).toContain('<code>location</code> and <code>uule</code> exclude each other.');
});

test('text is no markup', () => {
  expect(escapeHtml(`<b title="it's">&`)).toBe('&#60;b title=&#34;it&#39;s&#34;&#62;&#38;');
});
