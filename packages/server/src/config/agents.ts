import { type Settings, textSetting } from './kinds.js';

/** Who may call as an agent. */
export interface AgentsConfig {
  mcpOrigins: string;
}

export const agents: Settings<AgentsConfig> = {
  mcpOrigins: textSetting({
    name: 'SVC_MCP_ORIGINS',
    fallback: '',
    description:
      'Comma-separated origins of web pages that may call `/mcp`, such as `https://agent.example.com`; those of this machine always may.',
  }),
};
