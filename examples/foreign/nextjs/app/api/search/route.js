// app/api/search/route.js: GET /api/search?q=espresso. The key stays on the server; browsers call this route.
import { createClient, SvcError } from '@svc/client';

const svc = createClient({ baseUrl: process.env.SVC_URL ?? 'http://127.0.0.1:8080', apiKey: process.env.SVC_KEY });

export const dynamic = 'force-dynamic';

export async function GET(request) {
  const query = new URL(request.url).searchParams.get('q')?.trim();
  if (!query) return Response.json({ error: 'q is missing' }, { status: 400 });
  try {
    // The search is cancelled if the visitor leaves.
    const { organic_results } = await svc.search('alpha.search', { query }, { signal: request.signal });
    return Response.json({ results: organic_results.map(({ title, link, snippet }) => ({ title, link, snippet })) });
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const headers = error.retryAfter === undefined ? {} : { 'retry-after': `${error.retryAfter}` };
    return Response.json({ error: error.code }, { status: error.retryable ? 503 : 502, headers });
  }
}
