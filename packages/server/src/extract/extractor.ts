import { type DocumentTarget, FetchError, type FetchErrorCode, type Fetcher, parseUrl } from '@svc/fetchers';
import type { Piscina } from 'piscina';
import { type AllowedHost, isAllowedIp } from '../config/listed-hosts.js';
import { distFilePath } from '../files/small-files.js';
import type { ExtractRequest } from '../operations/extract.js';
import type { ExtractedPage } from '../operations/schema/extracted.js';
import type { MainText, PageToExtract } from './main-text.js';
import { createRobotsCheck, redirectTarget, robotsProductToken } from './robots.js';

/** Reads pages found by a search. */
export interface PageExtractor {
  /** Reads one page. Never rejects; the outcome is the state. */
  read(
    link: string,
    options: { signal: AbortSignal } & Pick<ExtractRequest, 'maxChars' | 'format'>,
  ): Promise<PageReadResult>;
  close(): Promise<void>;
}

/** A page that was read, or why it was not. */
export type PageReadResult = Omit<ExtractedPage, 'position' | 'link'>;

/** What an extractor needs. */
interface ExtractorOptions {
  fetcher: Pick<Fetcher, 'createDocumentFetcher'>;
  /** Hosts outside the public internet that may be read. */
  hosts: readonly AllowedHost[];
}

const userAgent = `Mozilla/5.0 (compatible; ${robotsProductToken}-extract/1.0)`;

const maxRedirects = 5;

/** Milliseconds after which an idle thread ends. */
const idleTimeout = 60_000;

const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** Creates an extractor. Its thread starts with the first page. */
export function createPageExtractor({ fetcher, hosts }: ExtractorOptions): PageExtractor {
  const fetchDocument = fetcher.createDocumentFetcher({ isAllowed: createTargetRule(hosts), userAgent });
  const isAllowedByRobots = createRobotsCheck(fetchDocument);
  let pool: Promise<Piscina<PageToExtract, MainText>> | undefined;

  async function mainText(page: PageToExtract, signal: AbortSignal): Promise<MainText> {
    pool ??= openPool();
    return (await pool).run(page, { signal });
  }

  async function pageAt(link: string, signal: AbortSignal) {
    let url = addressOf(link);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      if (!(await isAllowedByRobots(url, signal))) throw new Refused('robots_disallowed');
      const page = await fetchDocument(url.href, { signal, accept: wanted, isWanted: isText });
      const target = redirectTarget(page);
      if (target === undefined) return page;
      url = addressOf(target);
    }
    throw new Refused('redirect');
  }

  return {
    async read(link, { signal, maxChars, format }) {
      try {
        const { url, status, headers, body } = await pageAt(link, signal);
        if (status !== 200) return { state: 'http_error', status };
        const contentType = headers['content-type'] ?? 'text/html';
        if (!isText(contentType)) return { state: 'unsupported_type', url };
        const { text: whole, ...about } = await mainText({ url, contentType, body, format }, signal);
        if (whole === '') return { state: 'no_text', url };
        const characters = [...whole];
        const isCut = characters.length > maxChars;
        const text = isCut ? `${characters.slice(0, maxChars).join('').trimEnd()}…` : whole;
        return { state: 'read', url, ...about, text, ...(isCut && { truncated: true }) };
      } catch (error) {
        return { state: stateAfter(error, signal) };
      }
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}

/** The package is loaded with the first page, because most commands read none. */
async function openPool(): Promise<Piscina<PageToExtract, MainText>> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    ...{ filename: distFilePath('extract-worker.js'), minThreads: 0, maxThreads: 1, idleTimeout, resourceLimits },
  });
}

function addressOf(link: string): URL {
  const url = parseUrl(link);
  if (url === undefined) throw new Refused('forbidden_target');
  return url;
}

const wanted = 'text/html,application/xhtml+xml,text/plain;q=0.8';

function isText(contentType: string): boolean {
  return /^\s*(?:text\/(?:html|plain)|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);
}

/** A page that is not requested, or not followed further. */
class Refused extends Error {
  readonly state: ExtractedPage['state'];

  constructor(state: ExtractedPage['state']) {
    super(state);
    this.state = state;
  }
}

const states: Partial<Readonly<Record<FetchErrorCode, ExtractedPage['state']>>> = {
  forbidden_target: 'forbidden_target',
  too_large: 'too_large',
  timeout: 'timeout',
};

function stateAfter(error: unknown, signal: AbortSignal): ExtractedPage['state'] {
  if (error instanceof Refused) return error.state;
  if (signal.aborted) return 'timeout';
  if (error instanceof FetchError) return states[error.code] ?? 'unreachable';
  return 'failed';
}

/** Ports of the web. Services on other ports may trust everybody in their network. */
const webPorts: readonly number[] = [80, 443];

/**
 * Creates the rule for which targets may be read: public addresses on the ports of the web, and the hosts that the operator
 * has listed.
 */
function createTargetRule(hosts: readonly AllowedHost[]): (target: DocumentTarget) => boolean {
  return ({ host, ip, port }) => {
    const isListed = hosts.some(
      (listed) =>
        [host, ip].includes(listed.name) &&
        (listed.port === undefined ? webPorts.includes(port) : listed.port === port),
    );
    return isListed || (webPorts.includes(port) && isAllowedIp(ip, []));
  };
}
