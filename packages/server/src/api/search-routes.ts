import { operationExtras } from '@svc/parsers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { extractIfRequested, type PageExtraction } from '../extract/found-pages.js';
import { chooseContentEncoding, compress, setContentEncoding } from '../http/answers.js';
import { addPageBodyParser, maxPostedPageBytes, requirePageBody } from '../http/body.js';
import { disconnectOrRevocationSignal } from '../http/connections.js';
import { admittedKeyOf, enforceLimits } from '../limits/keys/admit.js';
import { type ApiKey, requireScope } from '../limits/keys/api-key.js';
import type { Limiter } from '../limits/limiter.js';
import { limitHeaders } from '../limits/policy.js';
import type { Endpoint } from '../operations/endpoint.js';
import { extractParameterNames, noExtract, parseExtractParameters, supportsExtract } from '../operations/extract.js';
import { extraNamesFor, parseInclude } from '../operations/extras.js';
import {
  createAutoParseEndpoint,
  type PostedPage,
  parserExtraNames,
  postedPageParams,
} from '../operations/given-page.js';
import { createOrThrowFaults, validateParameters } from '../operations/request/read-body.js';
import { type AnswerView, parseView, viewParameterNames, wholeAnswerView } from '../operations/view.js';
import type { ParsePage } from '../pages/reading/page-reader.js';
import { answerHeaders, deprecationHeader, type SerializeAnswer, toAnswerObject } from '../search/answer.js';
import type { Search, SearchCaller } from '../search/search.js';
import { formatAnswer } from '../search/view.js';

/** What the routes of searches need. */
interface SearchRoutesParts {
  search: Search;
  serialize: SerializeAnswer;
  limiter: Limiter;
  /** Number of searches that a key may have in progress by default. */
  concurrency: number;
  /** Reads found pages. @default none are read */
  extraction?: PageExtraction | undefined;
}

/** Adds a route for every endpoint. */
export function addSearchRoutes(api: FastifyInstance, endpoints: readonly Endpoint[], parts: SearchRoutesParts): void {
  const { search, serialize, extraction } = parts;
  const maxPages = extraction?.maxPages ?? 0;
  for (const endpoint of endpoints) {
    api.post(endpoint.path, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const { view, faults } = parseView(query);
      const { extract, faults: wrong } = supportsExtract(endpoint.name)
        ? parseExtractParameters(query, maxPages)
        : noExtract;
      const known = supportsExtract(endpoint.name)
        ? [...viewParameterNames, ...extractParameterNames]
        : viewParameterNames;
      const { include, faults: others } = parseInclude(query, extraNamesFor(endpoint.name), known);
      const extras = { include, faults: [...others, ...faults, ...wrong] };
      if (extract !== undefined) requireScope(admittedKeyOf(request), 'extract');
      const body = bodyOf(request.body);
      // Sent even if the search then fails, so that callers notice what is deprecated.
      reply.headers(deprecationHeader(endpoint.deprecatedSince(body)));
      const fresh = /\bno-(cache|store)\b/i.test(request.headers['cache-control'] ?? '');
      const searcher = searcherOf(admittedKeyOf(request), reply, parts);
      const signal = disconnectOrRevocationSignal(reply);
      const found = await search({ endpoint, body, extras, fresh, searcher, signal });
      const { answer, plan } = found;
      request.outcome = { found: answer.facts, query: plan.query };
      reply.headers(answerHeaders(found));
      if (extract !== undefined || view !== undefined) {
        const whole = toAnswerObject(found);
        const pages = { extract, key: admittedKeyOf(request), signal };
        const extracted = await extractIfRequested(whole.organic_results ?? [], pages, extraction);
        return sendView(reply, view ?? wholeAnswerView, { ...whole, ...extracted });
      }
      reply.type('application/json; charset=utf-8');
      const encoding = chooseContentEncoding(request.headers['accept-encoding'], answer.bytes.byteLength);
      setContentEncoding(reply, encoding);
      return serialize(answer, { parameters: plan.echo(answer.facts.host), encoding });
    });
  }
}

/** Sends the view of the answer that the caller asked for. */
async function sendView(
  reply: FastifyReply,
  view: AnswerView,
  answer: Readonly<Record<string, unknown>>,
): Promise<Uint8Array> {
  const text = formatAnswer(answer, view);
  reply.type(`${view.format === 'markdown' ? 'text/markdown' : 'application/json'}; charset=utf-8`);
  const bytes = Buffer.from(text);
  const encoding = chooseContentEncoding(reply.request.headers['accept-encoding'], bytes.byteLength);
  setContentEncoding(reply, encoding);
  return encoding === undefined ? bytes : compress(bytes, encoding);
}

/** The searcher that a key stands for. What the key has left is sent in the headers. */
function searcherOf(key: ApiKey, reply: FastifyReply, { limiter, concurrency }: SearchRoutesParts): SearchCaller {
  return {
    id: key.id,
    requestId: reply.request.id,
    concurrency: key.limits.concurrency ?? concurrency,
    async pay(pages) {
      const charge = await limiter.chargePages(key, pages);
      enforceLimits(reply, charge);
      return async () => void reply.headers(limitHeaders(await charge.refund()));
    },
  };
}

/** Throws for a request without a body, which Fastify does not parse. */
function bodyOf(body: unknown): unknown {
  if (body === undefined) throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
  return body;
}

/** Returns the cost of requests in pages, once their bodies are read; other requests than searches cost 1. */
export function createCostFunction(endpoints: readonly Endpoint[]): (request: FastifyRequest) => number {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  return ({ routeOptions: { url = '' }, body }) => {
    try {
      return byPath.get(url)?.plan(body, {}).pages ?? 1;
    } catch (error) {
      if (error instanceof ApiError) return 1; // it has faults
      throw error;
    }
  };
}

/** What the routes for given pages need. */
interface ParseParts {
  readPage: ParsePage;
  /** Milliseconds that parsing may take. */
  timeout: number;
}

/** Adds a route per endpoint that parses a page sent by the caller, and one that detects the endpoint from the page. */
export function addParseRoutes(api: FastifyInstance, endpoints: readonly Endpoint[], parts: ParseParts): void {
  api.register(async (scope) => {
    addPageBodyParser(scope);
    const named = endpoints.map(({ name, page }) => ({ endpoint: page, extras: operationExtras[name] }));
    for (const { endpoint, extras } of [
      { endpoint: createAutoParseEndpoint(endpoints), extras: parserExtraNames },
      ...named,
    ]) {
      scope.post(endpoint.path, { bodyLimit: maxPostedPageBytes }, async (request, reply) => {
        const asked = askedOf(request.query as Record<string, unknown>, extras);
        const given = { ...asked, body: requirePageBody(request.body), contentType: request.headers['content-type'] };
        const late = AbortSignal.timeout(parts.timeout);
        const readQueued: ParsePage = (page, signal) => parts.readPage(page, signal, admittedKeyOf(request).id);
        try {
          return await endpoint.answer(given, readQueued, AbortSignal.any([late, disconnectOrRevocationSignal(reply)]));
        } catch (error) {
          throw late.aborted && error === late.reason ? tooLate(error) : error;
        }
      });
    }
  });
}

function askedOf(
  { include, ...rest }: Record<string, unknown>,
  known: readonly string[],
): Omit<PostedPage, 'body' | 'contentType'> {
  const extras = parseInclude({ include }, known);
  const { query, page } = createOrThrowFaults(
    () => validateParameters(rest, { params: postedPageParams }, {}),
    extras.faults,
  );
  return { query, page: page === undefined ? undefined : Number(page), include: extras.include };
}

function tooLate(cause: unknown): ApiError {
  return new ApiError('upstream_timeout', 'The page could not be parsed in time.', { retryable: false, cause });
}
