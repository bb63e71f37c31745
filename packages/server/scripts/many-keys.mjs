import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

/**
 * Writes a key file for `SVC_KEYS_FILE` with this many keys, and resolves to their secrets. Keys in the environment are
 * hashed slowly at startup, which takes minutes for thousands of them.
 */
export async function writeKeys(file, count) {
  const secrets = Array.from(
    { length: count },
    (_, index) => `svc_${index.toString(16).padStart(10, '0')}_${'k'.repeat(43)}`,
  );
  await writeFile(file, JSON.stringify({ version: 1, keys: secrets.map(recordOf) }));
  return secrets;
}

function recordOf(secret, index) {
  const [created_at, expires_at] = [new Date().toISOString(), null];
  const sha256 = createHash('sha256').update(secret).digest('hex');
  const secrets = [{ prefix: secret.slice(4, 14), sha256, created_at, expires_at }];
  const id = `key-${index}`;
  return { id, name: id, scopes: ['search'], limits: {}, disabled: false, created_at, expires_at, secrets };
}
