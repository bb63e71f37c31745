import type { Engine } from '../../engines.js';
import { isAssetHost, isEngineHost, isRedirectAllowed } from '../../engines.js';
import type { CdpSession } from './protocol.js';

/** Credentials and who may request them. */
export interface AuthCredentials {
  source: 'Proxy' | 'Server';
  /** Origin of the server; any proxy. */
  origin?: string;
  username: string;
  password: string;
}

/** How requests of a session's targets are checked. */
export interface InterceptOptions {
  engine: Engine;
  asked: URL;
  logins: readonly AuthCredentials[];
}

/** What the guard reports about the page's own document. */
export interface DocumentHooks {
  /** The main frame. */
  frameId: string;
  /** Address that is answered with an empty document. */
  blankDocumentUrl: string | undefined;
  /** A navigation to a host that is not allowed was blocked. */
  onNavigationBlocked(): void;
  /** The headers of a response were received. Returns true if the callee takes over the body and ends the request. */
  takeOverResponse(answer: PausedResponse): boolean;
}

/** The response to a navigation, before its body is read. */
export interface PausedResponse {
  requestId: string;
  url: string;
  status: number;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Record<string, string>;
}

interface Paused {
  requestId: string;
  request: { url: string; headers: Record<string, string> };
  frameId: string;
  resourceType: string;
  responseStatusCode?: number;
  responseErrorReason?: string;
  responseHeaders?: { name: string; value: string }[];
}

interface AuthRequired {
  requestId: string;
  authChallenge: { source?: string; origin: string };
}

/** Resource types that contain no results. */
const blocked: ReadonlySet<string> = new Set(['Image', 'Media', 'Font', 'Ping', 'CSPViolationReport', 'Prefetch']);

/**
 * Checks every request of a target before it is sent, including redirects, and answers requests for credentials. Other connections of
 * a target, such as WebSockets, are checked by the forwarder only.
 */
export function interceptRequests(
  session: CdpSession,
  options: InterceptOptions,
  hooks?: DocumentHooks,
): Promise<unknown> {
  const offered = new Set<string>();

  function judge(paused: Paused): void {
    const { requestId, request, resourceType, responseStatusCode, responseErrorReason } = paused;
    const isDocument = resourceType === 'Document' && paused.frameId === hooks?.frameId;
    if (responseStatusCode !== undefined || responseErrorReason !== undefined) {
      const isTaken = isDocument && responseStatusCode !== undefined && hooks?.takeOverResponse(answerOf(paused));
      if (!isTaken) session.sendIgnoringErrors('Fetch.continueRequest', { requestId });
    } else if (isDocument && request.url === hooks?.blankDocumentUrl) {
      session.sendIgnoringErrors('Fetch.fulfillRequest', empty(requestId));
    } else if (isAllowed(paused, isDocument)) {
      session.sendIgnoringErrors('Fetch.continueRequest', { requestId });
    } else {
      if (isDocument) hooks?.onNavigationBlocked();
      session.sendIgnoringErrors('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    }
  }

  function isAllowed({ request, resourceType }: Paused, isDocument: boolean): boolean {
    const url = new URL(request.url);
    if (isInner(url)) return true;
    if (isDocument && !isRedirectAllowed(options.engine, options.asked, url)) return false;
    const isLeftOut = blocked.has(resourceType) || isIcon(request.headers);
    return !isLeftOut && isRequestAllowed(options.engine, options.asked, url);
  }

  /** Credentials are sent once per request. A second challenge means that they were rejected. */
  function login({ requestId, authChallenge: { source, origin } }: AuthRequired): void {
    const found = options.logins.find((one) => one.source === source && (one.origin ?? origin) === origin);
    const key = `${requestId} ${source}`;
    const answer =
      found === undefined || offered.has(key)
        ? { response: 'CancelAuth' }
        : { response: 'ProvideCredentials', username: found.username, password: found.password };
    offered.add(key);
    session.sendIgnoringErrors('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer });
  }

  session.on<Paused>('Fetch.requestPaused', judge);
  session.on<AuthRequired>('Fetch.authRequired', login);
  const answers = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' };
  const patterns = [{ urlPattern: '*', requestStage: 'Request' }, ...(hooks ? [answers] : [])];
  return session.send('Fetch.enable', { patterns, handleAuthRequests: true });
}

/** Whether a request is for the page's icon, which has the same resource type as some requests of workers. */
function isIcon(headers: Readonly<Record<string, string>>): boolean {
  return /^image\//.test(headers.Accept ?? headers.accept ?? '');
}

function empty(requestId: string): Record<string, unknown> {
  const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }];
  return { requestId, responseCode: 200, responseHeaders, body: Buffer.from('<!doctype html>').toString('base64') };
}

/** Schemes that do not use the network. */
function isInner({ protocol }: URL): boolean {
  return ['data:', 'blob:', 'about:', 'filesystem:'].includes(protocol);
}

function answerOf({ requestId, request, responseStatusCode = 0, responseHeaders = [] }: Paused): PausedResponse {
  const headers: Record<string, string> = {};
  for (const { name, value } of responseHeaders) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return { requestId, url: request.url, status: responseStatusCode, headers };
}

/**
 * Whether a page may send a request to an address: to the requested host and port or, if the page was requested from an engine, with
 * `https:` or `wss:` on the default port to the engine's hosts and asset hosts.
 */
export function isRequestAllowed(engine: Engine, asked: URL, to: URL): boolean {
  const isSecure = to.protocol === 'https:' || to.protocol === 'wss:';
  const isPlain = to.protocol === 'http:' || to.protocol === 'ws:';
  if (to.host === asked.host) return isSecure || (isPlain && asked.protocol === 'http:');
  if (!isSecure || to.port !== '' || !isEngineHost(engine, asked.hostname)) return false;
  return isEngineHost(engine, to.hostname) || isAssetHost(engine, to.hostname);
}
