import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, setEncoding } from './compression.js';

/** Answers with the same bytes every time: compressed for those who accept it, once, and not at all to who has them. */
export type StaticAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes the answer of some bytes. @param headers those of every answer, `content-type` among them */
export function staticAnswer(bytes: Uint8Array, headers: Readonly<Record<string, string>>): StaticAnswer {
  const compressed = new Map<string, Promise<Buffer>>();
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'], bytes.byteLength);
    const etag = `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`;
    setEncoding(reply.headers({ 'cache-control': 'no-cache', ...headers, etag }), encoding);
    if (isKnown(request.headers['if-none-match'], etag)) return reply.removeHeader('content-encoding').code(304).send();
    if (encoding === undefined) return reply.send(bytes);
    const once = compressed.get(encoding) ?? compress(bytes, encoding);
    compressed.set(encoding, once);
    return reply.send(await once);
  };
}

/** Whether `If-None-Match` names a tag; a weak one, as a proxy may have made of it, is the same for this. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
