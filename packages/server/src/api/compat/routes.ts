import { parse as parseQuery } from 'node:querystring';
import type { Readable } from 'node:stream';
import type { Places } from '@svc/fetchers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { CompatConfig } from '../../config/compat.js';
import type { ExtractConfig } from '../../config/extract.js';
import { ApiError } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import { withoutTrailingSlashes } from '../../http/answers.js';
import { maxBodyBytes, readBodyText } from '../../http/body.js';
import { disconnectSignal } from '../../http/connections.js';
import { recordRequestError } from '../../observe/log.js';
import { type NativeApi, nativeApi } from '../native-api.js';
import type { Dialect, DialectAnswer, DialectRoute } from './dialect.js';
import { dialectPrefix, findRequestKey } from './dialect.js';
import { openwebui } from './openwebui.js';
import { createDialectParams, isRecord } from './params.js';
import { searxng } from './searxng.js';
import { serpapi } from './serpapi.js';
import { serper } from './serper.js';
import { tavily } from './tavily.js';

const dialects: readonly Dialect[] = [serpapi, serper, searxng, tavily, openwebui];

/** Rate per address of requests that need no key. */
const openRate = { points: 10, duration: 1 };

/** What the routes need in addition to the native API. */
interface CompatParts {
  config: CompatConfig & Pick<ExtractConfig, 'extractPages'>;
  places: Places;
}

/** Adds the routes of the enabled dialects. A dialect answers everything in its own format, including errors. */
export function addCompatRoutes(app: FastifyInstance, { config, places }: CompatParts): void {
  for (const dialect of dialects.filter(({ name }) => config.compat.includes(name))) {
    app.register(
      async (scope) => {
        readAnyBody(scope);
        scope.setErrorHandler<Error>((error, request, reply) => {
          const failure = toApiError(error);
          recordRequestError(request, failure);
          void send(reply, withStatus(dialect, failure));
        });
        scope.setNotFoundHandler(() => {
          throw new ApiError('not_found', 'This service does not offer this path of the API.');
        });
        for (const route of dialect.routes) addRoute(scope, app, { dialect, route, config, places });
      },
      { prefix: dialectPrefix(dialect.name) },
    );
  }
}

function withStatus(dialect: Dialect, failure: ApiError): DialectAnswer {
  const answer = dialect.error(failure);
  return { ...answer, headers: { ...failure.headers, ...answer.headers } };
}

interface RouteParts extends CompatParts {
  dialect: Dialect;
  route: DialectRoute;
}

function addRoute(scope: FastifyInstance, app: FastifyInstance, parts: RouteParts): void {
  const { dialect, route, config, places } = parts;
  const limiter = new RateLimiterMemory(openRate);
  scope.route({
    method: [...route.methods],
    url: route.path,
    exposeHeadRoute: route.isFree === true,
    async handler(request, reply) {
      const records = recordsOf(request);
      const key = findRequestKey(request, records, dialect) ?? config.compatKeys.get(dialect.name);
      const api = nativeApi(app, { key, requestId: request.id, signal: disconnectSignal(reply) });
      if (route.isOpen && (key === undefined || !(await isKnownKey(api)))) await limitAddress(limiter, request);
      const params = createDialectParams(records.map((record) => without(record, dialect.keyParams)));
      const answer = await route.answer({
        params,
        list: Array.isArray(request.body) ? request.body : undefined,
        ...{ api, requestId: request.id, places, maxPages: config.extractPages },
        base: baseOf(request, config) + dialectPrefix(dialect.name),
        path: request.params as Record<string, string>,
        headers: request.headers,
      });
      return send(reply, answer);
    },
  });
}

/** Whether the key of a request to an open path is valid. Its requests count against its own rate. */
async function isKnownKey(api: NativeApi): Promise<boolean> {
  try {
    await api.get('/api/v1/account');
    return true;
  } catch (error) {
    if (toApiError(error).code === 'invalid_api_key') return false;
    throw error;
  }
}

async function limitAddress(limiter: RateLimiterMemory, { ip }: FastifyRequest): Promise<void> {
  try {
    await limiter.consume(ip);
  } catch (error) {
    if (error instanceof Error) throw error;
    throw new ApiError('rate_limited', 'Too many requests without a key.', { retryAfter: 1 });
  }
}

function send(reply: FastifyReply, { status = 200, body, headers = {}, type }: DialectAnswer): FastifyReply {
  const isText = typeof body === 'string';
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    .type(type ?? (isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'))
    .send(isText ? body : JSON.stringify(body));
}

/** Accepts what clients send: JSON with any content type, forms, and a JSON content type without a body. */
function readAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    const text = await readBodyText(request, body, { limit: maxBodyBytes });
    if (text.trim() === '') return {};
    if (/urlencoded/i.test(request.headers['content-type'] ?? '')) return { ...parseQuery(text) };
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw new ApiError('malformed_json', 'The body is not valid JSON.', { cause });
    }
  });
}

function recordsOf({ body, query }: FastifyRequest): Record<string, unknown>[] {
  return [isRecord(body) ? body : {}, query as Record<string, unknown>];
}

function without(record: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function baseOf({ protocol, host }: FastifyRequest, { publicUrl }: CompatConfig): string {
  return publicUrl === '' ? `${protocol}://${host}` : withoutTrailingSlashes(publicUrl);
}
