import type { Engine, Operation } from './engines.js';

/**
 * One page to fetch, as plain data. Created by the request builders. Adapters receive it with the headers of the session added.
 */
export interface PageRequest {
  engine: Engine;
  operation: Operation;
  /** The query, as given by the caller. */
  query: string;
  /** Page number, from 1. */
  page: number;
  /** Absolute address, `http:` or `https:`. Always fetched with GET. */
  url: string;
  /** Headers for this request, names in lower case. They take precedence over those of the session. */
  headers: Record<string, string>;
  /** Cookies for this request, sent to the host of `url` only. They take precedence over those of the session. */
  cookies: Record<string, string>;
  /** Country of the search, ISO 3166-1 alpha-2 in lower case. A proxy in this country is preferred. */
  country?: string | undefined;
  /** CSS selectors, one of which matches when the page is complete, for adapters that render pages. */
  landmarks?: readonly string[] | undefined;
}

/** A fetched page, of any status. */
export interface RawPage {
  /** Final address, after redirects. */
  url: string;
  /** HTTP status. */
  status: number;
  /** Response headers, names in lower case; repeated headers are joined by `, `. */
  headers: Record<string, string>;
  /** The body after content decoding, in its original charset. */
  body: Uint8Array;
}

/** A proxy. */
export interface ProxyServer {
  /** Identifies the proxy in events and logs, which never contain its address. */
  readonly id: string;
  /**
   * Address, with credentials if any. Never log it. `{session}` in the user name is replaced by a unique name for each session, for
   * which providers keep the same exit.
   */
  readonly url: URL;
  /**
   * Whether each session has its own address, as with a provider's gateway. Blocks then do not count against the proxy.
   * @default whether the user name contains `{session}`
   */
  readonly rotates?: boolean | undefined;
  /** Country of the address that engines see, ISO 3166-1 alpha-2 in lower case. @default unknown */
  readonly country?: string | undefined;
  /** Cost class; lower is cheaper. A cheaper proxy is preferred unless it is more likely to fail. @default 0 */
  readonly tier?: number | undefined;
}

/** The type of device that a session presents. */
export type Device = 'desktop' | 'mobile' | 'tablet';

/** Cookies of one session, according to RFC 6265. */
export interface SessionCookies {
  /** Value of the `Cookie` header for an address; `''` if there are no cookies. */
  getCookieString(url: string): Promise<string>;
  /** Stores a `Set-Cookie` value received from an address. Rejects if the cookie is for another domain. */
  setCookie(cookie: string, url: string): Promise<unknown>;
}

/**
 * The headers that identify a browser. They are consistent with each other, so a session keeps one profile. Headers that depend on
 * the request, such as language and referrer, are not included.
 */
export interface HeaderProfile {
  /** Name of the profile in events. */
  readonly name: string;
  /** Headers of a navigation, names in lower case. */
  readonly navigation: Readonly<Record<string, string>>;
  /** Headers of a request by a page's script. */
  readonly data: Readonly<Record<string, string>>;
  /** Header names in the order and spelling of the browser over HTTP/1.1. */
  readonly order: { readonly navigation: readonly string[]; readonly data: readonly string[] };
  /** @default 'desktop' */
  readonly device?: Device;
}

/** The fixed properties of a session. */
export interface SessionTraits {
  /** @default 'desktop' */
  readonly device?: Device | undefined;
  /** Locale of the browser, BCP 47. @default from `accept-language` of each request */
  readonly locale?: string | undefined;
  /** Geolocation of the device, in degrees. @default none */
  readonly place?: { readonly lat: number; readonly lon: number } | undefined;
}

/** A resource that can be closed. */
export interface Closable {
  /** Must not throw. */
  close(): Promise<void> | void;
}

/**
 * One client of one engine, with its own proxy, cookies, connections and header profile, which are never shared with another session.
 * It is used by one search at a time.
 */
export interface Session extends SessionTraits {
  /** Unique in its pool; safe to log. */
  readonly id: string;
  readonly engine: Engine;
  /** The proxy; left out for a direct connection. */
  readonly proxy?: ProxyServer | undefined;
  readonly cookies: SessionCookies;
  readonly profile: HeaderProfile;
  /**
   * Returns a resource that an adapter keeps for this session, such as connections or a browser context. It is created on first use
   * and closed with the session. Throws a `FetchError` of code `closed` if the session has ended.
   *
   * @param owner distinguishes the resources of adapters, for example the adapter itself
   */
  keep<T extends Closable>(owner: object, make: () => T): T;
  /** Ends the session and closes the resources that adapters keep for it. */
  close(): Promise<void>;
}

/** What an adapter receives in addition to the request. */
export interface AdapterContext {
  /** Aborted when the caller aborts or the deadline passes. The adapter must then stop. */
  signal: AbortSignal;
  /** The session whose proxy, cookies and header profile to use. */
  session: Session;
  /** When the signal aborts at the latest, in milliseconds since 1970, as a hint for services. Undefined without a time limit. */
  deadline?: number;
}

/**
 * Fetches a page in a single attempt, without policy: no retries, no choice of proxy, no check of the page. A response of any status is
 * a page. Throws a `FetchError` if there is no response; any other error counts as `network`.
 */
export interface Adapter {
  (request: PageRequest, context: AdapterContext): Promise<RawPage>;
  /**
   * Whether it can send the headers of a profile. Sessions get profiles that every step of a chain supports, so that a session does
   * not change its browser between steps. @default every profile is supported
   */
  supportsProfile?(profile: HeaderProfile): boolean;
  /** Closes the adapter's resources. Called once, by `Fetcher.close`. */
  close?(): Promise<void> | void;
}

/**
 * Whether to retry after an unusable page: `never`, `once`, or up to the limit of attempts with the `same` or an `other_session`. With
 * several exits, every retry uses another exit; otherwise, `once` and `same` keep the session.
 */
export type RetryAdvice = 'never' | 'once' | 'same' | 'other_session';

/**
 * What is most likely at fault: the `exit` itself, the `exit_at_engine` (blocked by this engine, or unable to reach it), the `engine`,
 * the `request`, or the `caller`, who aborted or set too short a deadline.
 */
export type Suspect = 'exit' | 'exit_at_engine' | 'engine' | 'request' | 'caller';

/** An unusable page. */
export interface Unusable {
  usable: false;
  /** State of the page for events and metrics: `captcha`, `consent` … */
  state: string;
  retry: RetryAdvice;
  /** What is most likely at fault. @default `exit_at_engine` for `other_session`, otherwise `engine` or `request` by `countsAgainstEngine` */
  suspect?: Suspect | undefined;
  /**
   * Whether it counts towards opening the engine's circuit. Set to false if the failure is specific to the page or the request, so
   * that other requests may succeed. @default true
   */
  countsAgainstEngine?: boolean | undefined;
  /** Thrown by `fetch` if no attempt is left. */
  error: Error;
}

/** A usable page. */
export interface Usable<T> {
  usable: true;
  /** What the judge read from the page, so that it need not be parsed twice. */
  value: T;
  /**
   * How a usable page contradicts the request, such as `wrong_language`. It is then fetched once more, through another exit if there is
   * one. If the second page is no better, this page is returned. @default no contradiction
   */
  doubt?: string | undefined;
}

/** A judge's decision on a page. */
export type Verdict<T> = Usable<T> | Unusable;

/** What a judge receives in addition to the page. */
export interface JudgeContext {
  /** Aborted when the caller aborts or the deadline passes. The fetch then ends without waiting for the verdict. */
  signal: AbortSignal;
}

/**
 * Decides whether a page is usable, synchronously or with a promise. An error that it throws ends the fetch and is thrown unchanged.
 */
export type Judge<T> = (page: RawPage, context: JudgeContext) => Verdict<T> | Promise<Verdict<T>>;
