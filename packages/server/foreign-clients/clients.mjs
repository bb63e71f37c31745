import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import net from 'node:net';

const require = createRequire(import.meta.url);

/**
 * The clients, each used as by its users; only the base URL differs, or the redirection described at the client.
 * `search` resolves to rows with a link each, and rejects as the client does. Undefined `page2` means that it does not
 * support paging.
 */
export const clients = [
  {
    // Its host is fixed, so users redirect it. An agent that connects to this service does the same without DNS and
    // TLS.
    name: 'serpapi',
    async search(query, { port, key, start }) {
      const { config, getJson } = await import('serpapi');
      const agent = new https.Agent();
      agent.createConnection = (_options, connected) => net.connect(port, '127.0.0.1', connected);
      config.requestOptions = { agent };
      const answer = await getJson({ engine: 'google', q: query, api_key: key, ...(start && { start }) });
      return rowsOf(answer, 'organic_results');
    },
    page2: { start: 10 },
    nothing: 'empty',
    async more({ port }) {
      const { config, getAccount, getLocations } = await import('serpapi');
      const agent = new https.Agent();
      agent.createConnection = (_options, connected) => net.connect(port, '127.0.0.1', connected);
      config.requestOptions = { agent };
      const places = await getLocations({ q: 'Lisbon', limit: 1 });
      const account = await getAccount({ api_key: this.key });
      return Array.isArray(places) && places[0].canonical_name.includes('Lisbon') && 'this_month_usage' in account;
    },
  },
  {
    // Its URL is a constant, so the outgoing request is redirected.
    name: 'google-search-results-nodejs',
    async search(query, { port, key, start }) {
      const { GoogleSearch } = require('google-search-results-nodejs');
      const get = https.get;
      https.get = (address, ...rest) => {
        const { pathname, search } = new URL(address);
        return http.get(`http://127.0.0.1:${port}/compat/serpapi${pathname}${search}`, ...rest);
      };
      try {
        const answer = await new Promise((resolve, reject) => {
          process.once('uncaughtException', reject); // it throws within a callback
          new GoogleSearch(key).json({ q: query, ...(start && { start }) }, (json) => {
            process.removeListener('uncaughtException', reject);
            resolve(json);
          });
        });
        return rowsOf(answer, 'organic_results');
      } finally {
        https.get = get;
      }
    },
    page2: { start: 10 },
    nothing: 'empty',
  },
  {
    name: '@agentic/serpapi',
    async search(query, { origin, key, start }) {
      const { SerpAPIClient } = await import('@agentic/serpapi');
      const client = new SerpAPIClient({ apiKey: key, apiBaseUrl: `${origin}/compat/serpapi` });
      return rowsOf(await client.search({ q: query, ...(start && { start }) }), 'organic_results');
    },
    page2: { start: 10 },
    nothing: 'empty',
  },
  {
    name: '@langchain/community SerpAPI',
    async search(query, { origin, key }) {
      const { SerpAPI } = await import('@langchain/community/tools/serpapi');
      return textRows(await new SerpAPI(key, {}, `${origin}/compat/serpapi`).invoke(query));
    },
    nothing: 'error',
  },
  {
    name: '@agentic/serper',
    async search(query, { origin, key, page }) {
      const { SerperClient } = await import('@agentic/serper');
      const client = new SerperClient({ apiKey: key, apiBaseUrl: `${origin}/compat/serper` });
      return (await client.search({ q: query, ...(page && { page }) })).organic;
    },
    page2: { page: 2 },
    nothing: 'empty',
  },
  {
    name: 'serper',
    async search(query, { origin, key, page }) {
      const { Serper } = require('serper');
      const client = new Serper({ apiKey: key, basePath: `${origin}/compat/serper` });
      const answer = await client.search({ q: query, ...(page && { page }) });
      if (!Array.isArray(answer.organic)) throw new Error(answer.message); // it returns errors as results
      return answer.organic;
    },
    page2: { page: 2 },
    nothing: 'empty',
  },
  {
    // Its URL is a constant, so `fetch` is redirected.
    name: '@langchain/community Serper',
    async search(query, { origin, key }) {
      const { Serper } = await import('@langchain/community/tools/serper');
      const { fetch } = globalThis;
      globalThis.fetch = (address, init) =>
        fetch(String(address).replace('https://google.serper.dev', `${origin}/compat/serper`), init);
      try {
        return textRows(await new Serper(key).invoke(query));
      } finally {
        globalThis.fetch = fetch;
      }
    },
    nothing: 'text',
  },
  {
    name: '@langchain/community SearxngSearch',
    async search(query, { origin, key }) {
      const { SearxngSearch } = await import('@langchain/community/tools/searxng_search');
      const client = new SearxngSearch({ apiBase: `${origin}/compat/searxng`, headers: { 'x-api-key': key } });
      return textRows(await client.invoke(query));
    },
    nothing: 'text',
  },
  {
    // It cannot send a header chosen by its user, so the key is in the path.
    name: '@agentic/searxng',
    async search(query, { origin, key, pageno }) {
      const { SearxngClient } = await import('@agentic/searxng');
      const client = new SearxngClient({ apiBaseUrl: `${origin}/compat/searxng/k/${encodeURIComponent(key)}` });
      return (await client.search({ query, ...(pageno && { pageno }) })).results;
    },
    page2: { pageno: 2 },
    nothing: 'empty',
  },
  {
    name: 'searxng',
    async search(query, { origin, key, pageno }) {
      const { SearxngService } = await import('searxng');
      const client = new SearxngService({
        baseURL: `${origin}/compat/searxng`,
        defaultSearchParams: { format: 'json' },
        defaultRequestHeaders: { 'x-api-key': key, 'content-type': 'application/json' },
      });
      return (await client.search(query, pageno && { pageno })).results;
    },
    page2: { pageno: 2 },
    nothing: 'empty',
  },
  {
    // Over stdio, as agents start it; the key uses Basic authentication, for which it has settings.
    name: 'mcp-searxng',
    async search(query, { origin, key, pageno }) {
      const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
      const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [new URL('node_modules/mcp-searxng/dist/cli.js', import.meta.url).pathname],
        env: {
          PATH: process.env.PATH,
          SEARXNG_URL: `${origin}/compat/searxng`,
          AUTH_USERNAME: 'me',
          AUTH_PASSWORD: key,
        },
        stderr: 'ignore',
      });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport);
      try {
        const given = { query, ...(pageno && { pageno }) };
        const { content, isError } = await client.callTool({ name: 'searxng_web_search', arguments: given });
        if (isError) throw new Error(content[0].text);
        return textRows(content[0].text);
      } finally {
        await client.close();
      }
    },
    page2: { pageno: 2 },
    nothing: 'text',
  },
  {
    name: '@tavily/core',
    async search(query, { origin, key }) {
      const { tavily } = await import('@tavily/core');
      return (await tavily({ apiKey: key, apiBaseURL: `${origin}/compat/tavily` }).search(query, {})).results;
    },
    nothing: 'empty',
  },
  {
    // Over stdio, as agents start it. Its host is fixed, so the outgoing request is redirected.
    name: 'tavily-mcp',
    async search(query, { origin, key }) {
      const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
      const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
      const file = (path) => new URL(path, import.meta.url).pathname;
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['--import', file('redirect-https.mjs'), file('node_modules/tavily-mcp/build/index.js')],
        env: { PATH: process.env.PATH, TAVILY_API_KEY: key, SVC_TEST_REDIRECT: `${origin}/compat/tavily` },
        stderr: 'ignore',
      });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport);
      try {
        const { content, isError } = await client.callTool({ name: 'tavily_search', arguments: { query } });
        if (isError) throw new Error(content[0].text);
        return [...content[0].text.matchAll(/^URL: (.+)$/gm)].map(([, link]) => ({ link }));
      } finally {
        await client.close();
      }
    },
    nothing: 'empty',
  },
  {
    name: '@langchain/tavily',
    async search(query, { origin, key }) {
      const { TavilySearch } = await import('@langchain/tavily');
      const client = new TavilySearch({ tavilyApiKey: key, apiBaseUrl: `${origin}/compat/tavily`, maxResults: 5 });
      const answer = await client.invoke({ query });
      if (answer.error) throw new Error(String(answer.error)); // it returns errors as results
      return answer.results;
    },
    nothing: 'error',
  },
  {
    name: '@agentic/tavily',
    async search(query, { origin, key }) {
      const { TavilyClient } = await import('@agentic/tavily');
      const client = new TavilyClient({ apiKey: key, apiBaseUrl: `${origin}/compat/tavily` });
      return (await client.search({ query })).results;
    },
    nothing: 'empty',
  },
];

/** Rows of a response; SerpApi reports an empty result as `error` without rows. */
function rowsOf(answer, name) {
  if (Array.isArray(answer[name])) return answer[name];
  if (/hasn't returned any results/.test(answer.error ?? '')) return [];
  throw new Error(answer.error ?? 'no rows');
}

/** Clients that convert rows to text. */
function textRows(text) {
  return String(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ link: line }));
}
