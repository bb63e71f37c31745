import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from './blocks/documents.js';
import { readBlocks } from './blocks/read-blocks.js';
import { hasRedis } from './blocks/redis.js';
import { needsRedis, runBlock, runnable } from './blocks/run-block.js';
import { type Runner, startRunner } from './blocks/runner.js';
import { type Service, startService } from './blocks/service.js';
import { makeWorkspace } from './blocks/workspace.js';

let service: Service;
let runners: Record<'js' | 'python', Runner>;
beforeAll(async () => {
  service = await startService();
  runners = { js: startRunner('js', service), python: startRunner('python', service) };
});
afterAll(async () => {
  await Promise.all([runners?.js.stop(), runners?.python.stop()]);
  await service?.stop();
});

// Documents run concurrently; the blocks of one document run in order, as a reader types them.
const inOrder = { concurrent: false };

describe.concurrent.each(documents())('$path', ({ path, markdown, operation }) => {
  const blocks = readBlocks(path, markdown).filter(({ language }) => runnable.includes(language));
  let folder: string;
  const place = () => ({ folder, service, runners });
  beforeAll(() => {
    folder = makeWorkspace(operation);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const block of blocks) {
    const name = `line ${block.line}, ${block.language}`;
    if (block.notRun) it.skip(`${name}: ${block.notRun}`);
    else if (needsRedis(block) && !hasRedis) it.skip(`${name}: REDIS-SERVER IS MISSING (apt-get install redis-server)`);
    else it(name, inOrder, () => runBlock(block, place()));
  }
  it('has valid JSON blocks', inOrder, () => {
    const invalid = readBlocks(path, markdown)
      .filter(({ language }) => language === 'json')
      .filter(({ text }) => !isJson(text));
    expect(invalid.map(({ line }) => line)).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
