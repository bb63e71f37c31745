// A worker at the edge (Cloudflare Workers, Deno Deploy and their like): reads the page that is posted to it, and keeps
// nothing. `POST /?query=espresso` with the page as its body; the parsers need no Node, no network and no clock.
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
      // A captcha is no empty list: whoever asks learns what the page is.
      return Response.json({ error: error.state }, { status: 422 });
    }
  },
};
