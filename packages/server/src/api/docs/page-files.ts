import { createHash } from 'node:crypto';

/** A static file as it is sent. */
interface PageFile {
  /** Path below `/`; `''` for the page itself. */
  path: string;
  bytes: Buffer | string;
  headers: Readonly<Record<string, string>>;
}

/** An optional package of pages. */
interface PagePackage {
  name: string;
  /** Its name on the page that replaces it if it is not installed. */
  title: string;
  /** Path of its first page, as in `PageFile`. */
  path: string;
  load(): Promise<{ readAssets(): Promise<PageFile[]> }>;
}

/** Playground and inspector. */
export const playground: PagePackage = {
  name: '@svc/playground',
  title: 'The playground',
  path: '',
  load: () => import('@svc/playground'),
};

/** API reference and guides. */
export const docs: PagePackage = {
  name: '@svc/docs',
  title: 'The API reference',
  path: 'docs',
  load: () => import('@svc/docs'),
};

const read = new WeakMap<PagePackage, Promise<PageFile[]>>();

/** The files of a package, read once, or a page that says that it is not installed. */
export function pageFiles(wanted: PagePackage): Promise<PageFile[]> {
  const files = read.get(wanted) ?? readFiles(wanted);
  read.set(wanted, files);
  return files;
}

async function readFiles(wanted: PagePackage): Promise<PageFile[]> {
  try {
    const { readAssets } = await wanted.load();
    return await readAssets();
  } catch (error) {
    if (!isMissing(error, wanted.name)) throw error;
    return [missingPage(wanted)];
  }
}

function isMissing(error: unknown, name: string): boolean {
  const isNotFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(name);
}

function missingPage({ name, title, path }: PagePackage): PageFile {
  const { html, headers } = htmlPage({
    title: 'svc',
    body: `<p>${title} is not installed: <code>npm install ${name}</code>.
For programs: <a href="openapi.json">openapi.json</a></p>`,
  });
  return { path, bytes: html, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } };
}

/** A page and the headers that it needs. */
interface HtmlPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** Content of a page. */
interface PageParts {
  title: string;
  /** Markup. */
  body: string;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
code { font: 14px/1.4 ui-monospace, monospace }
`;

/** Creates a page that loads and runs nothing. */
function htmlPage({ title, body }: PageParts): HtmlPage {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
${body}
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, headers: { 'content-security-policy': policy.join('; '), 'x-content-type-options': 'nosniff' } };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
