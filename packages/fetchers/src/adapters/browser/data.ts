import type { Page } from 'playwright-core';
import { FetchError } from '../../errors.js';
import type { PageRequest, RawPage } from '../../types.js';

interface Answer {
  url: string;
  status: number;
  headers: [name: string, value: string][];
  /** The body in base64; undefined where it is too large. */
  body?: string;
}

/**
 * Gets data as a script of the engine's own page does, since a browser would save it to a file instead of showing it.
 * That page is an empty one: nothing is asked of the engine for it.
 */
export async function fetchData(page: Page, { url }: PageRequest, maxBytes: number): Promise<RawPage> {
  const home = `${new URL(url).origin}/`;
  await page.route(home, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(home, { waitUntil: 'commit', timeout: 0 });
  const answer = (await page.evaluate(fetchIn(url, maxBytes))) as Answer;
  if (answer.body === undefined) throw new FetchError('too_large', `The body is larger than ${maxBytes} bytes`);
  const headers = Object.fromEntries(answer.headers.filter(([name]) => name !== 'content-encoding'));
  return { url: answer.url, status: answer.status, headers, body: Buffer.from(answer.body, 'base64') };
}

/** The request as an expression for the page. */
function fetchIn(url: string, maxBytes: number): string {
  return `(async () => {
    const response = await fetch(${JSON.stringify(url)}, { credentials: 'include' });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const answer = { url: response.url, status: response.status, headers: [...response.headers] };
    if (bytes.length > ${maxBytes}) return answer;
    let binary = '';
    for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return { ...answer, body: btoa(binary) };
  })()`;
}
