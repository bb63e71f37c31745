import { parsedAddress } from '@svc/fetchers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { pageLimit } from '../http/body.js';
import { leaving } from '../http/leaving.js';
import type { Endpoint } from '../operations/endpoint.js';
import { askApp } from './mcp/ask.js';
import { loadSdk } from './mcp/sdk.js';
import { createMcpServer } from './mcp/server.js';
import { type ToolChoice, toolsFor } from './mcp/tools.js';

/** Path of the endpoint for agents. */
const mcpPath = '/mcp';

/** What agents are answered with. */
interface McpRouteParts {
  endpoints: readonly Endpoint[];
  /** Origins of web pages that may call, beside those of this machine. */
  origins: readonly string[];
  /** Whether the service listens to this machine alone. */
  isLocal: boolean;
  version: string;
  tools: ToolChoice;
}

/** JSON of a page is at most twice as long as the page. */
const bodyLimit = 2 * pageLimit;

/**
 * Adds the endpoint for agents: MCP over streamable HTTP, without sessions, answered with JSON. Each call of a tool is a
 * request of the API under the key of the agent.
 */
export function addMcpRoute(
  api: FastifyInstance,
  { endpoints, origins, isLocal, version, tools }: McpRouteParts,
): void {
  api.post(mcpPath, { bodyLimit }, async (request, reply) => {
    const { origin, host } = request.headers;
    if (!isKnownOrigin(origin, origins) || (isLocal && !isLoopbackHost(host))) return refuse(reply);
    const sdk = await loadSdk();
    if (typeof sdk === 'string') throw new ApiError('not_found', sdk);
    const ask = askApp(api, headersFor(request));
    const server = createMcpServer({ sdk, tools: toolsFor(endpoints, tools), ask, version });
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const left = leaving(reply);
    left.addEventListener('abort', () => void server.close());
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(webRequest(request), { parsedBody: request.body });
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(await answer.text());
    } finally {
      await server.close();
    }
  });
}

/** In the form of JSON-RPC, which is all that agents read. */
function refuse(reply: FastifyReply): FastifyReply {
  const message = 'Web pages of this origin may not call; SVC_MCP_ORIGINS names those that may.';
  return reply.code(403).send({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}

/** The key and the id of the request, for every request that a tool is made of. */
function headersFor({ headers, id }: FastifyRequest): Record<string, string> {
  const names = ['x-api-key', 'authorization'].filter((name) => headers[name] !== undefined);
  return { ...Object.fromEntries(names.map((name) => [name, String(headers[name])])), 'x-request-id': id };
}

function webRequest({ headers, url }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: given as [string, string][] });
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether a request may come from a web page of this origin. A page of anybody may name this machine by a host name of its
 * own (DNS rebinding), and its requests then seem to come from the same origin; so only origins that are known are allowed.
 *
 * @param origin header `Origin`; undefined for a client that is no browser
 * @param allowed origins beside those of this machine
 */
function isKnownOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return loopback.test(parsedAddress(origin)?.hostname ?? '');
}

/** Whether a request names this machine as one that listens to itself alone is named. @param host header `Host` */
function isLoopbackHost(host: string | undefined): boolean {
  return loopback.test(parsedAddress(`http://${host}`)?.hostname ?? '');
}
