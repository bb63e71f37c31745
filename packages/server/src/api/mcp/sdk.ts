import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { codeOf } from '../../errors/reasons.js';

/** The parts of the official SDK that are used. It is loaded with the first call, because few services need it. */
export interface McpSdk {
  Server: typeof Server;
  StdioServerTransport: typeof StdioServerTransport;
  WebStandardStreamableHTTPServerTransport: typeof WebStandardStreamableHTTPServerTransport;
  CallToolRequestSchema: typeof CallToolRequestSchema;
  ListToolsRequestSchema: typeof ListToolsRequestSchema;
  ErrorCode: typeof ErrorCode;
  McpError: typeof McpError;
}

/** The SDK, or one line that says what to do if it is missing. */
export async function loadMcpSdk(): Promise<McpSdk | string> {
  try {
    return await importSdk();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return `MCP needs a package that is not installed: npm install @modelcontextprotocol/sdk (${code})`;
  }
}

async function importSdk(): Promise<McpSdk> {
  const [server, http, stdio, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { ...server, ...http, ...stdio, ...types };
}
