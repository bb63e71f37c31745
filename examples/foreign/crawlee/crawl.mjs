// crawlee fetches, @svc/parsers parses: `node crawl.mjs espresso "flat white"` prints a line of JSON for each row.
//
// Crawlee provides the queue, the proxies and the retries. For a captcha, a blocking page or a page for another query,
// the handler throws, so that crawlee retries with another session; an empty list is always a result.
import { HttpCrawler, log } from '@crawlee/http';
import { alphaSearchRequest } from '@svc/fetchers';
import { isPageError, parseAlphaSearch } from '@svc/parsers';

/** The engine, or a gateway for it, which gets the host of the engine as the first path segment. */
const { ENGINE_GATEWAY } = process.env;
const queries = process.argv.slice(2);

log.setLevel(log.LEVELS.OFF); // failures are printed below
const crawler = new HttpCrawler({
  maxRequestRetries: 2,
  additionalMimeTypes: ['text/html'],
  async requestHandler({ request, body, contentType, session }) {
    const { query } = request.userData;
    try {
      const { organic_results } = parseAlphaSearch(body, { query, page: 1, contentType: contentType.type });
      for (const { position, title, link } of organic_results)
        console.log(JSON.stringify({ query, position, title, link }));
    } catch (error) {
      if (isPageError(error)) session?.retire(); // the engine has blocked this exit
      throw error;
    }
  },
  failedRequestHandler({ request }, error) {
    console.log(JSON.stringify({ query: request.userData.query, error: error.state ?? error.message }));
  },
});

await crawler.run(
  queries.map((query) => {
    const { url, headers, cookies } = alphaSearchRequest({ query, hl: 'en' });
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const sent = { ...headers, cookie: cookie.join('; ') };
    return { url: through(url), headers: sent, uniqueKey: query, userData: { query } };
  }),
);

function through(url) {
  return ENGINE_GATEWAY ? url.replace('https://', `${ENGINE_GATEWAY}/`) : url;
}
