import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, tellEncoding } from '../http/compression.js';
import { docs, type PageFile, pageFiles, playground } from './docs/page-files.js';

/** Adds the pages for people: the playground at `/`, the reference and the guides at `/docs`. They ask no engine and need no key. */
export function addPageRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    const files = (await Promise.all([playground, docs].map(pageFiles))).flat();
    const answers = new Map(files.map((file) => [file.path, answerOf(file)]));
    // One route for each folder: a route for each file takes long to add.
    const folders = new Set(files.map(({ path }) => folderOf(path)).filter((folder) => folder !== ''));
    for (const folder of folders) {
      scope.get<{ Params: { '*': string } }>(`/${folder}*`, async (request, reply) => {
        const answer = answers.get(`${folder}${request.params['*']}`);
        return answer === undefined ? reply.callNotFound() : answer(request, reply);
      });
    }
    for (const [path, answer] of answers) if (folderOf(path) === '') scope.get(`/${path}`, answer);
  });
}

/** The first step of a path, with its slash; '' where there is none. */
function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/') + 1);
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function answerOf({ bytes, headers }: PageFile): Answer {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const compressed = new Map<string, Promise<Buffer>>();
  return async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'], body.byteLength);
    tellEncoding(reply.headers(headers), encoding);
    if (encoding === undefined) return reply.send(body);
    const once = compressed.get(encoding) ?? compress(body, encoding);
    compressed.set(encoding, once);
    return reply.send(await once);
  };
}
