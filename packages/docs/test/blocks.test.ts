import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from './blocks/documents.js';
import { readBlocks } from './blocks/read-blocks.js';
import { hasRedis } from './blocks/redis.js';
import { needsRedis, runBlock, runnable } from './blocks/run-block.js';
import { type Service, startService } from './blocks/service.js';
import { makeWorkspace } from './blocks/workspace.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

describe.each(documents())('$path', ({ path, markdown, operation }) => {
  const blocks = readBlocks(path, markdown).filter(({ language }) => runnable.includes(language));
  let folder: string;
  beforeAll(() => {
    folder = makeWorkspace(operation);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const block of blocks) {
    const name = `line ${block.line}, ${block.language}`;
    if (block.notRun) it.skip(`${name}: ${block.notRun}`);
    else if (needsRedis(block) && !hasRedis)
      it.skip(`${name}: THERE IS NO redis-server (apt-get install redis-server)`);
    else it(name, () => runBlock(block, { folder, service }));
  }
  it('has data that can be read', () => {
    const faults = readBlocks(path, markdown)
      .filter(({ language }) => language === 'json')
      .filter(({ text }) => !isJson(text));
    expect(faults.map(({ line }) => line)).toEqual([]);
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
