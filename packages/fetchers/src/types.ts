/** The search engines, by the names that the whole project uses. */
export const engines = ['alpha', 'beta', 'gamma'] as const;
export type Engine = (typeof engines)[number];

/** What is asked of an engine: `<engine>.<kind>`. */
export type Operation =
  | 'alpha.search'
  | 'alpha.news'
  | 'alpha.videos'
  | 'alpha.autocomplete'
  | 'beta.search'
  | 'gamma.search';

/**
 * One page to get, as plain data. The request builders make it; an adapter gets it with the headers of its session
 * already added.
 */
export interface PageRequest {
  engine: Engine;
  operation: Operation;
  /** The query as the caller gave it. */
  query: string;
  /** Number of the page, from 1. */
  page: number;
  /** Absolute address, `http:` or `https:`. Always fetched with GET. */
  url: string;
  /** Headers that this request needs, names in lower case. They win over those of the session. */
  headers: Record<string, string>;
  /** Cookies that this request needs, sent to the host of `url` only. They win over those of the session. */
  cookies: Record<string, string>;
  /** Country that the search is about, ISO 3166-1 alpha-2 in lower case: a proxy there is preferred. */
  country?: string;
  /** CSS selectors of which one matches when the page is there, for adapters that wait for a page to be rendered. */
  landmarks?: readonly string[];
}

/** A page as it came, of any status. */
export interface RawPage {
  /** Address that answered in the end, after redirects. */
  url: string;
  /** HTTP status. */
  status: number;
  /** Response headers, names in lower case; repeated ones joined by `, `. */
  headers: Record<string, string>;
  /** The body, content encoding removed, charset untouched. */
  body: Uint8Array;
}

/** A way out. */
export interface ProxyServer {
  /** Names the proxy in events and logs; never its address. */
  readonly id: string;
  /**
   * Address with credentials, if any. Never log it. `{session}` in the user name becomes a name of the session's own, by
   * which providers keep one exit for it.
   */
  readonly url: URL;
  /**
   * Whether each session leaves from another address, as behind a provider's gateway. Then a block says nothing of the
   * proxy. @default whether the user name has `{session}`
   */
  readonly rotates?: boolean;
  /** Country of the address that engines see, ISO 3166-1 alpha-2 in lower case. @default not known */
  readonly country?: string;
  /** What kind it is: the lower, the cheaper. A cheaper proxy is preferred while it is no likelier to fail. @default 0 */
  readonly tier?: number;
}

/** What a person's device looks like to an engine. */
export type Device = 'desktop' | 'mobile' | 'tablet';

/** Cookies of one session, by the rules of RFC 6265. */
export interface SessionCookies {
  /** Value of the `Cookie` header for an address; `''` when there is none. */
  getCookieString(url: string): Promise<string>;
  /** Takes a `Set-Cookie` value that came from an address. One that does not belong there is refused. */
  setCookie(cookie: string, url: string): Promise<unknown>;
}

/**
 * The headers by which a browser names itself. They agree with each other, so a session keeps one profile for life;
 * what depends on the request (language, referrer) is not among them.
 */
export interface HeaderProfile {
  /** Names the profile in events. */
  readonly name: string;
  /** Headers of a page that a person opens, names in lower case. */
  readonly navigation: Readonly<Record<string, string>>;
  /** Headers of data that a page's script fetches. */
  readonly data: Readonly<Record<string, string>>;
  /** Names of headers, spelt and ordered as the browser writes them over HTTP/1.1. */
  readonly order: { readonly navigation: readonly string[]; readonly data: readonly string[] };
  /** @default 'desktop' */
  readonly device?: Device;
}

/** What a session is for, which stays the same as long as it lives. */
export interface SessionTraits {
  /** @default 'desktop' */
  readonly device?: Device;
  /** Locale of the browser, BCP 47. @default that of each request's `accept-language` */
  readonly locale?: string;
  /** Where the device says it is, in degrees. @default it does not say */
  readonly place?: { readonly lat: number; readonly lon: number };
}

/** Something held open that can be closed. It must not throw. */
export interface Closable {
  close(): Promise<void> | void;
}

/**
 * One identity towards one engine, and the unit of rotation: its cookies came through its proxy and its connections to
 * its browser, so they are never mixed with those of another. It serves one search at a time.
 */
export interface Session extends SessionTraits {
  /** Unique in its pool; safe to log. */
  readonly id: string;
  readonly engine: Engine;
  /** The way out; left out for a direct connection. */
  readonly proxy?: ProxyServer;
  readonly cookies: SessionCookies;
  readonly profile: HeaderProfile;
  /**
   * What an adapter holds open for this session, such as connections or a browser context: made on first use, the same
   * from then on, closed with the session. Throws a `FetchError` of code `closed` when the session has ended.
   *
   * @param owner tells one adapter's things from another's; the adapter itself will do
   */
  keep<T extends Closable>(owner: object, make: () => T): T;
  /** Ends the session and closes what adapters keep for it. */
  close(): Promise<void>;
}

/** What an adapter is handed beside the request. */
export interface AdapterContext {
  /** Aborted when the caller leaves or time is up. An adapter stops its work then. */
  signal: AbortSignal;
  /** Whose proxy, cookies and header profile to use. */
  session: Session;
  /** When the signal is aborted at the latest, milliseconds since 1970. Undefined where no time is set. */
  deadline?: number;
}

/**
 * A way to get a page. It makes one try and holds no policy: no retries, no choice of proxy, no opinion on the page.
 * Any status is a page. It throws a `FetchError` where there is none; any other error that it throws counts as a failure
 * of the network.
 */
export interface Adapter {
  (request: PageRequest, context: AdapterContext): Promise<RawPage>;
  /**
   * Whether it can claim to be the browser of a profile. Sessions get profiles that every step of a chain supports, so that
   * none begins as one browser and goes on as another. @default every profile
   */
  supportsProfile?(profile: HeaderProfile): boolean;
  /** Frees what the adapter holds open. Called once, by `close()` of the fetcher. */
  close?(): Promise<void> | void;
}

/**
 * What to do about an unusable page: `never` ask again, ask again `once` or as often as allowed. `other_session` calls for a
 * new session, as a block does. With several exits every further attempt goes through another; without, `once` and `same`
 * keep the session.
 */
export type RetryAdvice = 'never' | 'once' | 'same' | 'other_session';

/**
 * Whose fault a failure most likely is: the `exit` itself, the `exit_at_engine` (blocked, or unable to reach this engine), the
 * `engine`, our own `request`, or the `caller`, who left or gave no time.
 */
export type Suspect = 'exit' | 'exit_at_engine' | 'engine' | 'request' | 'caller';

/** An unusable page. */
export interface Unusable {
  usable: false;
  /** Name of what is wrong, for events and metrics: `captcha`, `consent` … */
  state: string;
  retry: RetryAdvice;
  /** Whose fault it most likely is. @default exit_at_engine for `other_session`, else as `countsAgainstEngine` says */
  suspect?: Suspect;
  /**
   * Whether it counts as a failure of the engine, which opens its circuit. It does not where it says something of the page
   * or of the request, and nothing of the engine's next answer. @default true
   */
  countsAgainstEngine?: boolean;
  /** Thrown by `fetch` when no attempt is left. */
  error: Error;
}

/** A usable page. */
export interface Usable<T> {
  usable: true;
  /** What the judge read on the way, so that no page is read twice. */
  value: T;
  /**
   * What contradicts the request although the page answers it, such as `wrong_language`. It is then asked for once more, through
   * another exit if there is one; where that gives nothing better, this page is the answer. @default nothing
   */
  doubt?: string;
}

/** What a judge makes of a page. */
export type Verdict<T> = Usable<T> | Unusable;

/** What a judge is handed beside the page. */
export interface JudgeContext {
  /** Aborted when the caller leaves or time is up: the fetch then ends without waiting for the verdict. */
  signal: AbortSignal;
}

/**
 * Decides whether a page answers the request, at once or, where it reads the page on another thread, with a promise. An
 * error that it throws ends the fetch and is thrown as it is.
 */
export type Judge<T> = (page: RawPage, context: JudgeContext) => Verdict<T> | Promise<Verdict<T>>;
