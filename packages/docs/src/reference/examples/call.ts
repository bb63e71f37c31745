import { type Endpoint, exampleOf } from '../spec.js';

/** One request, as every language writes it. */
export interface Call {
  method: string;
  /** Whole address, with the query. */
  address: string;
  /** Headers beside the key and the type of the body. */
  headers: Readonly<Record<string, string>>;
  /** The name of the operation, where it is a search that the client and MCP have by name. */
  search?: string;
  body?: Body;
}

export type Body =
  /** JSON, or lines of it. */
  | { type: string; json: Record<string, unknown> }
  /** What is in a file. */
  | { type: string; file: string };

/** Where the service listens when nothing else is set. */
export const origin = 'http://127.0.0.1:8080';

/** The request that the document has as its example. */
export function callOf({ method, path, operation }: Endpoint): Call {
  const body = bodyOf(operation);
  const isSearch = operation.tags?.includes('Search') ?? false;
  return {
    method: method.toUpperCase(),
    // Streamable HTTP asks for both, whichever is sent.
    headers: path === '/mcp' ? { accept: 'application/json, text/event-stream' } : {},
    address: `${origin}${path}${queryOf(operation, { hasBody: body !== undefined })}`,
    ...(isSearch && { search: operation.operationId }),
    ...(body && { body }),
  };
}

function bodyOf({ requestBody }: Endpoint['operation']): Body | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return undefined;
  const json = exampleOf(media);
  return typeof json === 'object' && json !== null
    ? { type, json: json as Record<string, unknown> }
    : { type, file: 'page.html' };
}

/** The first parameter with an example; a request with a body is complete without. */
function queryOf({ parameters = [] }: Endpoint['operation'], { hasBody }: { hasBody: boolean }): string {
  const shown = parameters.find(({ in: place, schema }) => place === 'query' && schema.examples !== undefined);
  if (hasBody || shown === undefined) return '';
  return `?${new URLSearchParams([[shown.name, String(shown.schema.examples?.[0])]])}`;
}
