// Moving from SerpApi: first its own client with this service (`SVC_COMPAT=serpapi`), then our own API.
//
//   node from-serpapi.mjs "how do tides work"
import https from 'node:https';
import net from 'node:net';
import { createClient } from '@svc/client';
import { config, getJson } from 'serpapi';

const { SVC_URL = 'http://127.0.0.1:8080', SVC_KEY } = process.env;
const q = process.argv[2] ?? 'how do tides work';

// Before: only getJson(…). The URL of this client is fixed, so its connections are redirected here; the service
// recognizes them by their host: SVC_COMPAT_HOSTS=serpapi.com=serpapi. With your own HTTPS, a DNS entry does the same.
const { hostname, port } = new URL(SVC_URL);
const agent = new https.Agent();
agent.createConnection = (_options, connected) => net.connect(Number(port) || 80, hostname, connected);
config.requestOptions = { agent };
const before = await getJson({ engine: 'google', q, gl: 'us', hl: 'en', api_key: SVC_KEY });

// After: `q` is `query`; `related_questions` and the other blocks are in the response with `include=blocks`.
const svc = createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY });
const after = await svc.search('alpha.search', { query: q, gl: 'us', hl: 'en' }, { include: ['blocks'] });

const linksOf = (rows) => rows.map(({ link }) => link);
console.log(JSON.stringify({ before: linksOf(before.organic_results), after: linksOf(after.organic_results) }));
