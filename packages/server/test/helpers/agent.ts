import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** An agent using the client of the official SDK, which validates every result against the schema of its tool. */
export interface Agent {
  client: Client;
  call(name: string, given: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<CallToolResult>;
}

/** Connects an agent. */
export async function connectAgent(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    call: async (name, given, options) =>
      (await client.callTool({ name, arguments: given }, undefined, options)) as CallToolResult,
  };
}

/** The text that a tool returned. */
export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
