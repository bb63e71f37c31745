// A worker for edge runtimes (Cloudflare Workers, Deno Deploy and others): parses the posted page and stores nothing.
// Use `POST /?query=espresso` with the page as body; the parsers require no Node.js modules, network or clock.
import { isPageError, parseAuto } from '@svc/parsers';

export default {
  async fetch(request) {
    if (request.method !== 'POST') return Response.json({ error: 'POST a result page' }, { status: 405 });
    const { searchParams } = new URL(request.url);
    const page = new Uint8Array(await request.arrayBuffer());
    const contentType = request.headers.get('content-type') ?? undefined;
    const query = searchParams.get('query') ?? undefined;
    try {
      const { operation, result } = parseAuto(page, { contentType, query });
      return Response.json({ operation, ...result });
    } catch (error) {
      if (!isPageError(error)) throw error;
      // A captcha is not an empty list, so the response contains the state of the page.
      return Response.json({ error: error.state }, { status: 422 });
    }
  },
};
