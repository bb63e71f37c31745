import { createHash, randomBytes, scryptSync } from 'node:crypto';

/** A key as its bearer has it: `svc_`, the prefix that it is looked up by, then 256 random bits. */
const form = /^svc_([0-9a-f]{10})_[\w-]{43}$/;

/** Makes a secret. It is shown to its bearer once and kept nowhere. */
export function makeSecret(): { secret: string; prefix: string } {
  const prefix = randomBytes(5).toString('hex');
  return { secret: `svc_${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}

/** What a secret is looked up by; undefined for one that was not made here. */
export function prefixOf(secret: string): string | undefined {
  return form.exec(secret)?.[1];
}

/** What is kept of a secret: its SHA-256. A slow hash is for passwords; nobody can try 2^256 secrets. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const slowNames = new Map<string, string>();

/**
 * A name for a secret of the environment, which may be short: 24 hexadecimal digits of a scrypt hash of its digest. A guess
 * takes some 20 ms and 8 MiB, where one by SHA-256 takes nothing.
 */
export function slowNameOf(digest: Buffer): string {
  const hex = digest.toString('hex');
  const known = slowNames.get(hex);
  if (known !== undefined) return known;
  const name = scryptSync(digest, 'svc key name', 12, { N: 2 ** 13, r: 8, p: 1 }).toString('hex');
  slowNames.set(hex, name);
  return name;
}
