import { keyVariable, type Language } from './snippet.js';

/** The search as a client of the Model Context Protocol makes it. */
export const mcp: Language = {
  id: 'mcp',
  name: 'MCP',
  needs: 'First the settings of your MCP client, then the call that it makes. Tools answer without extras.',
  write: ({ operation, base, body, key }) => {
    const settings = {
      mcpServers: { svc: { type: 'http', url: `${base}mcp`, headers: { 'x-api-key': key ?? `\${${keyVariable}}` } } },
    };
    const call = {
      method: 'tools/call',
      params: { name: toolOf(operation), arguments: body },
    };
    return `${JSON.stringify(settings, null, 2)}\n\n${JSON.stringify(call, null, 2)}`;
  },
};

/** Names of tools have no dots with every agent. */
function toolOf(operation: string): string {
  return operation.replaceAll('.', '_');
}
