import { escapeHtml, htmlPage } from './html.js';

/** A file for people, as it is answered. */
export interface PageFile {
  /** Path below `/`, `''` for the page itself. */
  path: string;
  bytes: Buffer | string;
  headers: Readonly<Record<string, string>>;
}

const packageName = '@svc/playground';

/** What the package of the playground offers. */
interface PlaygroundPackage {
  readAssets(): Promise<PageFile[]>;
}

/** The files of the playground; where its package is not installed, a page that says so. */
export async function playgroundFiles(
  load: () => Promise<PlaygroundPackage> = () => import('@svc/playground'),
): Promise<PageFile[]> {
  try {
    const { readAssets } = await load();
    return await readAssets();
  } catch (error) {
    if (!isMissing(error)) throw error;
    return [missingPage()];
  }
}

function isMissing(error: unknown): boolean {
  const isNotFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(packageName);
}

function missingPage(): PageFile {
  const { html, headers } = htmlPage({
    title: 'svc',
    body: `<p>The playground is not installed: <code>npm install ${escapeHtml(packageName)}</code>. <a href="docs">API reference</a></p>`,
  });
  return { path: '', bytes: html, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } };
}
