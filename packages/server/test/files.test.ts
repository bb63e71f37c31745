import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { lstat, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { maxFileBytes, readSmallFile, writeFileAtomically } from '../src/files/small-files.js';
import { breakFs } from './helpers/break-fs.js';
import { temporaryFolder } from './helpers/temporary.js';

describe('writeFileAtomically', () => {
  test('makes the file private, and leaves no other files', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await writeFile(path, 'before', { mode: 0o644 });
    await writeFileAtomically(path, 'after');
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['after', 0o600]);
    expect(await readdir(folder)).toEqual(['a']);
  });

  test.each([
    ['writeFile', 'ENOSPC'],
    ['writeFile', 'EROFS'],
    ['rename', 'EIO'],
  ] as const)('keeps the old content if %s fails with %s', async (name, code) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await writeFile(path, 'before');
    breakFs(name, code);
    await expect(writeFileAtomically(path, 'after')).rejects.toMatchObject({ code });
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['before', ['a']]);
  });

  test('replaces the target of a symbolic link, and keeps the link', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'a'), 'before');
    await symlink(join('real', 'a'), join(folder, 'link'));
    await writeFileAtomically(join(folder, 'link'), 'after');
    expect(await readFile(join(folder, 'real', 'a'), 'utf8')).toBe('after');
    expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true);
    expect(await readdir(join(folder, 'real'))).toEqual(['a']);
  });

  test('leaves a complete file after concurrent writes', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    const texts = Array.from({ length: 20 }, (_, number) => `${number}`.repeat(10_000));
    await Promise.all(texts.map((text) => writeFileAtomically(path, text)));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder)).toEqual(['a']);
  });

  test.runIf(process.getuid?.() === 0)('keeps the owner if root replaces the file', async () => {
    const path = join(await temporaryFolder(), 'a');
    await writeFile(path, 'before');
    await fs.promises.chown(path, 1234, 4321);
    await writeFileAtomically(path, 'after');
    expect(await stat(path)).toMatchObject({ uid: 1234, gid: 4321 });
  });
});

describe('readSmallFile', () => {
  test('returns undefined if the file does not exist', async () => {
    const folder = await temporaryFolder();
    await symlink('nowhere', join(folder, 'link'));
    expect(await readSmallFile(join(folder, 'a'))).toBeUndefined();
    expect(await readSmallFile(join(folder, 'link'))).toBeUndefined();
  });

  test('reads up to 16 MiB', async () => {
    const path = join(await temporaryFolder(), 'a');
    await writeFile(path, 'é');
    expect(await readSmallFile(path)).toBe('é');
    await truncate(path, maxFileBytes);
    expect(maxFileBytes).toBe(16 * 1024 * 1024);
    expect(await readSmallFile(path)).toHaveLength(maxFileBytes - 1);
    await truncate(path, maxFileBytes + 1);
    await expect(readSmallFile(path)).rejects.toMatchObject({ code: 'larger than 16 MiB' });
  });

  test('rejects a folder, a pipe and a device', async () => {
    const folder = await temporaryFolder();
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    for (const path of [folder, pipe, '/dev/zero']) {
      await expect(readSmallFile(path)).rejects.toMatchObject({ code: 'not a file' });
    }
  });

  test('rejects an unreadable file', async () => {
    const folder = await temporaryFolder();
    await symlink('loop', join(folder, 'loop'));
    await expect(readSmallFile(join(folder, 'loop'))).rejects.toMatchObject({ code: 'ELOOP' });
    await writeFile(join(folder, 'a'), '');
    await expect(readSmallFile(join(folder, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    breakFs('readFile', 'EACCES');
    await expect(readSmallFile(join(folder, 'a'))).rejects.toMatchObject({ code: 'EACCES' });
  });
});
