import type { FastifyInstance } from 'fastify';
import { docs, type PageFile, pageFiles, playground } from '../docs/page-files.js';
import { compress, encodingFor, tellEncoding } from '../http/compression.js';

/** Adds the pages for people: the playground at `/`, the reference and the guides at `/docs`. They ask no engine and need no key. */
export function addPageRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    const files = await Promise.all([playground, docs].map(pageFiles));
    for (const file of files.flat()) addFile(scope, file);
  });
}

function addFile(scope: FastifyInstance, { path, bytes, headers }: PageFile): void {
  const body = Buffer.from(bytes);
  const compressed = new Map<string, Promise<Buffer>>();
  scope.get(`/${path}`, async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'], body.byteLength);
    tellEncoding(reply.headers(headers), encoding);
    if (encoding === undefined) return reply.send(body);
    const once = compressed.get(encoding) ?? compress(body, encoding);
    compressed.set(encoding, once);
    return reply.send(await once);
  });
}
