import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { compress, encodingFor, tellEncoding } from '../http/compression.js';
import { limitHeaders } from '../limits/headers.js';
import { keyOf, tell } from '../limits/keys/admit.js';
import type { ApiKey } from '../limits/keys/api-key.js';
import type { Limiter } from '../limits/limiter.js';
import type { Endpoint } from '../operations/endpoint.js';
import { extrasOf } from '../operations/extras.js';
import { readInclude } from '../operations/include.js';
import { readView, type View, viewNames } from '../operations/view.js';
import { answerHeaders, deprecationHeader, type SearchAnswer, type SerializeAnswer } from '../search/answer.js';
import type { Search, Searcher } from '../search/search.js';
import { applyView } from '../search/view.js';
import { leavingOrRevoked } from './leaving.js';

/** What searches are answered with. */
export interface SearchRoutesParts {
  search: Search;
  serialize: SerializeAnswer;
  limiter: Limiter;
  /** How many searches a key may have in progress whose own limits do not say. */
  concurrency: number;
}

/** Adds a route for every endpoint. */
export function addSearchRoutes(api: FastifyInstance, endpoints: readonly Endpoint[], parts: SearchRoutesParts): void {
  const { search, serialize } = parts;
  for (const endpoint of endpoints) {
    api.post(endpoint.path, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const { view, faults } = readView(query);
      const { include, faults: others } = readInclude(query, extrasOf(endpoint.name), viewNames);
      const extras = { include, faults: [...others, ...faults] };
      const body = bodyOf(request.body);
      // Also where the search then fails: who uses what will be dropped is to know.
      reply.headers(deprecationHeader(endpoint.deprecatedSince(body)));
      const fresh = /\bno-(cache|store)\b/i.test(request.headers['cache-control'] ?? '');
      const searcher = searcherOf(keyOf(request), reply, parts);
      const found = await search({ endpoint, body, extras, fresh, searcher, signal: leavingOrRevoked(reply) });
      const { answer, plan } = found;
      request.outcome = { found: answer.facts, query: plan.query };
      reply.headers(answerHeaders(found));
      if (view !== undefined) return sendView(reply, view, found);
      reply.type('application/json; charset=utf-8');
      const encoding = encodingFor(request.headers['accept-encoding'], answer.bytes.byteLength);
      tellEncoding(reply, encoding);
      return serialize(answer, { parameters: plan.echo(answer.facts.host), encoding });
    });
  }
}

/** The answer in the form that the caller asked for. */
async function sendView(reply: FastifyReply, view: View, { answer, plan }: SearchAnswer): Promise<Uint8Array> {
  const body = JSON.parse(Buffer.from(answer.bytes).toString()) as Record<string, unknown>;
  const text = applyView({ ...body, search_parameters: plan.echo(answer.facts.host) }, view);
  reply.type(`${view.format === 'markdown' ? 'text/markdown' : 'application/json'}; charset=utf-8`);
  const bytes = Buffer.from(text);
  const encoding = encodingFor(reply.request.headers['accept-encoding'], bytes.byteLength);
  tellEncoding(reply, encoding);
  return encoding === undefined ? bytes : compress(bytes, encoding);
}

/** The key as one that pays; what it has left is told in the answer. */
function searcherOf(key: ApiKey, reply: FastifyReply, { limiter, concurrency }: SearchRoutesParts): Searcher {
  return {
    id: key.id,
    concurrency: key.limits.concurrency ?? concurrency,
    async pay(pages) {
      const charge = await limiter.search(key, pages);
      tell(reply, charge);
      return async () => void reply.headers(limitHeaders(await charge.refund()));
    },
  };
}

/** A request without a body never reaches the body parser. */
function bodyOf(body: unknown): unknown {
  if (body === undefined) throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
  return body;
}
