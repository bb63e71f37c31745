import { choiceSetting, type Settings, textSetting } from './kinds.js';

/** Who may call as an agent. */
export interface AgentsConfig {
  mcpOrigins: string;
  mcpTools: 'search' | 'all';
}

export const agents: Settings<AgentsConfig> = {
  mcpOrigins: textSetting({
    name: 'SVC_MCP_ORIGINS',
    fallback: '',
    description:
      'Comma-separated origins of web pages that may call `/mcp`, such as `https://agent.example.com`; those of this machine always may.',
  }),
  mcpTools: choiceSetting(
    {
      name: 'SVC_MCP_TOOLS',
      fallback: 'search',
      description:
        'Tools that agents get: `search`, one tool for all engines, or `all`, also one for each search and one that reads a page.',
    },
    ['search', 'all'],
  ),
};
