import { operationExtras } from '@svc/parsers';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { pageIn, pageLimit, readPageBodies } from '../http/body.js';
import { leavingOrRevoked } from '../http/leaving.js';
import { keyOf } from '../limits/keys/admit.js';
import type { Endpoint } from '../operations/endpoint.js';
import { readInclude } from '../operations/extras.js';
import { autoEndpoint, type GivenPage, givenPageParams, pageExtras } from '../operations/given-page.js';
import { readBody, valueOrFaults } from '../operations/request/read-body.js';
import type { ReadPage } from '../pages/reading/page-reader.js';

/** What the routes for given pages need. */
interface ParseParts {
  readPage: ReadPage;
  /** Milliseconds that parsing may take. */
  timeout: number;
}

/** Adds a route per endpoint that parses a page sent by the caller, and one that detects the endpoint from the page. */
export function addParseRoutes(api: FastifyInstance, endpoints: readonly Endpoint[], parts: ParseParts): void {
  api.register(async (scope) => {
    readPageBodies(scope);
    const named = endpoints.map(({ name, page }) => ({ endpoint: page, extras: operationExtras[name] }));
    for (const { endpoint, extras } of [{ endpoint: autoEndpoint(endpoints), extras: pageExtras }, ...named]) {
      scope.post(endpoint.path, { bodyLimit: pageLimit }, async (request, reply) => {
        const asked = askedOf(request.query as Record<string, unknown>, extras);
        const given = { ...asked, body: pageIn(request.body), contentType: request.headers['content-type'] };
        const late = AbortSignal.timeout(parts.timeout);
        const readQueued: ReadPage = (page, signal) => parts.readPage(page, signal, keyOf(request).id);
        try {
          return await endpoint.answer(given, readQueued, AbortSignal.any([late, leavingOrRevoked(reply)]));
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
): Omit<GivenPage, 'body' | 'contentType'> {
  const extras = readInclude({ include }, known);
  const { query, page } = valueOrFaults(() => readBody(rest, { params: givenPageParams }, {}), extras.faults);
  return { query, page: page === undefined ? undefined : Number(page), include: extras.include };
}

function tooLate(cause: unknown): ApiError {
  return new ApiError('upstream_timeout', 'The page could not be parsed in time.', { retryable: false, cause });
}
