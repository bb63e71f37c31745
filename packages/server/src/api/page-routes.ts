import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorKinds } from '../errors/kinds.js';
import { chooseContentEncoding, compress, setContentEncoding } from '../http/answers.js';
import type { SimulatorWord } from '../operations/checks.js';

/** Adds the pages for people: the playground at `/`, reference and guides at `/docs`. They ask no engine and need no key. */
export function addWebsiteRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    const pages = await Promise.all([playground, docs].map(readPages));
    const files = pages.flatMap(({ files }) => files);
    const missing = new Map(files.filter(({ path }) => path.endsWith('/404')).map((file) => [file.path, file]));
    const answers = new Map(pages.flatMap(({ answers }) => [...answers]));
    // One route per folder, because adding a route for every file takes long.
    const folders = new Set(files.map(({ path }) => folderOf(path)).filter((folder) => folder !== ''));
    for (const folder of folders) {
      scope.get<{ Params: { '*': string } }>(`/${folder}*`, async (request, reply) => {
        const answer = answers.get(`${folder}${request.params['*']}`);
        if (answer !== undefined) return answer(request, reply);
        const page = missing.get(`${folder}404`);
        const isBrowser = request.headers.accept?.includes('text/html') ?? false;
        if (page === undefined || !isBrowser) return reply.callNotFound();
        return reply.code(404).headers(page.headers).send(page.bytes);
      });
    }
    for (const [path, answer] of answers) if (folderOf(path) === '') scope.get(`/${path}`, answer);
  });
}

/** The first folder of a path with its slash; '' if there is none. */
function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/') + 1);
}

/** Adds what the playground requests in addition to the API. It asks no engine, needs no key and reveals none. */
export function addPlaygroundDataRoute(app: FastifyInstance, words: readonly SimulatorWord[]): void {
  const advice = Object.fromEntries(Object.entries(errorKinds).map(([code, kind]) => [code, kind.advice]));
  app.get('/playground.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { simulated: words.length > 0, words, advice };
  });
}

/**
 * Adds the OpenAPI description. It asks no engine and needs no key.
 *
 * @param describe creates it, called with the first request
 */
export function addOpenApiRoute(app: FastifyInstance, describe: () => object): void {
  let answer: StaticAnswer | undefined;
  app.get('/openapi.json', async (request, reply) => {
    answer ??= staticAnswer(JSON.stringify(describe()), { 'content-type': 'application/json; charset=utf-8' });
    return answer(request, reply);
  });
}

/** Always answers with the same bytes. They are compressed once per encoding, and not sent to clients that have them. */
type StaticAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Creates the answer for some content. Its tag is computed for the first request: all pages together have megabytes.
 *
 * @param headers headers of every answer, including `content-type`
 */
function staticAnswer(content: Buffer | string, headers: Readonly<Record<string, string>>): StaticAnswer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const compressed = new Map<string, Promise<Buffer>>();
  let tag: string | undefined;
  return async (request, reply) => {
    const encoding = chooseContentEncoding(request.headers['accept-encoding'], bytes.byteLength);
    tag ??= createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const etag = `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`;
    setContentEncoding(reply.headers({ 'cache-control': 'no-cache', ...headers, etag }), encoding);
    if (isKnown(request.headers['if-none-match'], etag)) return reply.removeHeader('content-encoding').code(304).send();
    if (encoding === undefined) return reply.send(bytes);
    const once = compressed.get(encoding) ?? compress(bytes, encoding);
    compressed.set(encoding, once);
    return reply.send(await once);
  };
}

/** Whether `If-None-Match` names a tag. Weak tags count too, because proxies may weaken a tag. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

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
const playground: PagePackage = {
  name: '@svc/playground',
  title: 'The playground',
  path: '',
  load: () => import('@svc/playground'),
};

/** API reference and guides. */
const docs: PagePackage = {
  name: '@svc/docs',
  title: 'The API reference',
  path: 'docs',
  load: () => import('@svc/docs'),
};

/** The files of a package, and the answer for each path. */
interface WebsitePages {
  files: PageFile[];
  answers: ReadonlyMap<string, StaticAnswer>;
}

const read = new WeakMap<PagePackage, Promise<WebsitePages>>();

/** Reads a package once for all services of the process. If it is not installed, it is a page that says so. */
function readPages(wanted: PagePackage): Promise<WebsitePages> {
  const pages = read.get(wanted) ?? readFiles(wanted).then(withAnswers);
  read.set(wanted, pages);
  return pages;
}

function withAnswers(files: PageFile[]): WebsitePages {
  return { files, answers: new Map(files.map(({ path, bytes, headers }) => [path, staticAnswer(bytes, headers)])) };
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
