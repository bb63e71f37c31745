import { parseUrl } from '@svc/fetchers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { maxPostedPageBytes } from '../http/body.js';
import { disconnectSignal } from '../http/connections.js';
import type { Endpoint } from '../operations/endpoint.js';
import { createInjectSender } from './mcp/ask.js';
import { loadMcpSdk } from './mcp/sdk.js';
import { createMcpServer } from './mcp/server.js';
import { createMcpTools, type McpToolOptions } from './mcp/tools.js';

/** Path of the endpoint for agents. */
const mcpPath = '/mcp';

/** What the route for agents needs. */
interface McpRouteParts {
  endpoints: readonly Endpoint[];
  /** Origins of web pages that may call, in addition to those of this machine. */
  origins: readonly string[];
  /** Address at which callers reach the service, such as that of a reverse proxy on this machine; '' if it is not set. */
  publicUrl: string;
  /** Whether the service can only be reached from this machine. */
  isLocal: boolean;
  version: string;
  tools: McpToolOptions;
}

/** A page in JSON is at most twice as long. */
const bodyLimit = 2 * maxPostedPageBytes;

/**
 * Adds the endpoint for agents: MCP over streamable HTTP, without sessions, answering with JSON. Each call of a tool is a
 * request to the API with the key of the agent.
 */
export function addMcpRoute(
  api: FastifyInstance,
  { endpoints, origins, publicUrl, isLocal, version, tools }: McpRouteParts,
): void {
  const names = new Set([...origins, publicUrl].flatMap((url) => parseUrl(url)?.hostname ?? []));
  api.post(mcpPath, { bodyLimit }, async (request, reply) => {
    const { origin, host } = request.headers;
    if (!isKnownOrigin(origin, origins)) return refuse(reply, unknownOrigin);
    if (isLocal && !isLoopbackHost(host) && !names.has(hostnameIn(host) ?? '')) return refuse(reply, unknownHost);
    if (!hasOwnIds(request.body)) return refuse(reply, repeatedId, invalidRequest);
    const sdk = await loadMcpSdk();
    if (typeof sdk === 'string') throw new ApiError('not_found', sdk);
    const ask = createInjectSender(api, headersFor(request));
    const server = createMcpServer({ sdk, tools: createMcpTools(endpoints, tools), ask, version });
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const left = disconnectSignal(reply);
    left.addEventListener('abort', () => void server.close());
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(webRequest(request), { parsedBody: request.body });
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send((await answer.text()) || undefined); // without a body there is no content type
    } finally {
      await server.close();
    }
  });
}

const unknownOrigin = 'Web pages of this origin may not call; SVC_MCP_ORIGINS names those that may.';

const unknownHost =
  'The service only listens on this machine, and is not known under this host; SVC_PUBLIC_URL names the address of a reverse proxy in front of it.';

const repeatedId = 'Each request of a batch must have an id of its own.';

interface Refusal {
  status: number;
  /** As defined by JSON-RPC. */
  code: number;
}

const forbidden: Refusal = { status: 403, code: -32_000 };
const invalidRequest: Refusal = { status: 400, code: -32_600 };

/** Whether the ids of a batch are distinct: of messages with one id, each is charged, but only one is answered. */
function hasOwnIds(body: unknown): boolean {
  if (!Array.isArray(body)) return true;
  const ids = body.map((message: { id?: unknown } | null) => message?.id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length;
}

/** In the form of JSON-RPC, which is all that agents read. */
function refuse(reply: FastifyReply, message: string, { status, code }: Refusal = forbidden): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** Headers for the requests of a tool: the key and the id of the agent's request. */
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
 * Whether web pages of this origin may send requests. By DNS rebinding any page can reach this machine under its own host name,
 * so that its requests seem to be same-origin. Therefore only known origins are allowed.
 *
 * @param origin header `Origin`; undefined for clients other than browsers
 * @param allowed origins in addition to those of this machine
 */
function isKnownOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return loopback.test(parseUrl(origin)?.hostname ?? '');
}

/** Whether a request is addressed to a loopback host. @param host header `Host` */
function isLoopbackHost(host: string | undefined): boolean {
  return loopback.test(hostnameIn(host) ?? '');
}

function hostnameIn(host: string | undefined): string | undefined {
  return host === undefined ? undefined : parseUrl(`http://${host}`)?.hostname;
}
