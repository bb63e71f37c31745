import { problemType } from '../../errors/problem.js';
import { headersNamed, keyedHeaders } from './headers.js';
import { type Json, ref } from './json.js';
import { problemContent, problemsOf } from './problems.js';

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'how do tides work', engine: 'brave' } },
};

const result = {
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: 'Results for "how do tides work". …' }], structuredContent: {} },
};

/** The schema of a JSON-RPC message, whose content MCP defines. */
export const agentSchemas: Readonly<Record<string, Json>> = {
  McpMessage: {
    type: 'object',
    description: 'A message of the Model Context Protocol.',
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer', 'null'] },
      method: { type: 'string' },
      params: { type: 'object' },
      result: { type: 'object' },
      error: { type: 'object' },
    },
    required: ['jsonrpc'],
  },
};

const message = (description: string, value: object): Json => ({
  description,
  headers: headersNamed(keyedHeaders),
  content: messageContent(value),
});

function messageContent(value: object): Json {
  return {
    'application/json': {
      schema: ref('schemas', 'McpMessage'),
      examples: { typical: { summary: 'A typical message', value } },
    },
  };
}

const refusal = {
  jsonrpc: '2.0',
  error: { code: -32_000, message: 'Web pages of this origin are not allowed.' },
  id: null,
};

/** The path for agents. */
export const agentPaths: Readonly<Record<string, Json>> = {
  '/mcp': {
    post: {
      operationId: 'mcp',
      tags: ['Agents'],
      summary: 'The searches as tools for agents (MCP)',
      description:
        'Model Context Protocol over streamable HTTP, without sessions, answered with JSON. Tools: `search` for all engines; with `SVC_MCP_TOOLS=all` also one per operation, and `parse`. Each call costs as much as the request that it makes. `Accept` must name `application/json` and `text/event-stream`. Answered with 404 if the package for MCP is not installed.',
      security: [{ key: [] }, { bearer: [] }],
      requestBody: {
        required: true,
        content: messageContent(call),
      },
      responses: {
        200: message('The answer to the message.', result),
        202: { description: 'The message was accepted and needs no answer.', headers: headersNamed(keyedHeaders) },
        ...problemsOf(400, 401, 408, 413, 415, 429, 500, 503),
        403: {
          description: 'Web pages of this origin are not allowed, or the key is disabled.',
          headers: headersNamed([...keyedHeaders, 'Link']),
          content: { ...messageContent(refusal), [problemType]: problemContent('api_key_disabled') },
        },
      },
    },
  },
};
