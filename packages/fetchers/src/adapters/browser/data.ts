import type { PageRequest, RawPage } from '../../types.js';
import { tooLarge } from './documents.js';
import type { BrowserPage } from './page.js';

interface FetchedData {
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
export async function fetchData(page: BrowserPage, { url }: PageRequest, maxBytes: number): Promise<RawPage> {
  await page.showEmpty(`${new URL(url).origin}/`);
  const answer = await page.evaluate<FetchedData>(fetchIn(url, maxBytes)).catch((error: unknown) => {
    throw page.documents.faultAt(url) ?? error;
  });
  if (answer.body === undefined) throw tooLarge(maxBytes);
  const headers = Object.fromEntries(answer.headers.filter(([name]) => name !== 'content-encoding'));
  return { url: answer.url, status: answer.status, headers, body: Buffer.from(answer.body, 'base64') };
}

/** The request as an expression for the page, which reads no further than the limit. */
function fetchIn(url: string, maxBytes: number): string {
  return `(async () => {
    const response = await fetch(${JSON.stringify(url)}, { credentials: 'include' });
    const answer = { url: response.url, status: response.status, headers: [...response.headers] };
    const reader = response.body?.getReader();
    let [binary, size] = ['', 0];
    for (let read = await reader?.read(); read && !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > ${maxBytes}) return reader.cancel().then(() => answer);
      for (let at = 0; at < read.value.length; at += 32768)
        binary += String.fromCharCode(...read.value.subarray(at, at + 32768));
    }
    return { ...answer, body: btoa(binary) };
  })()`;
}
