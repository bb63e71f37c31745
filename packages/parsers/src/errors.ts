/** What is to be known of the states in which a page holds nothing to read as an answer: the one list of them. */
const unreadable = {
  captcha: { message: 'The engine asks for a captcha instead of answering' },
  rate_limited: { message: 'The engine refuses the request as one too many' },
  forbidden: { message: 'The engine refuses the client' },
  consent: { message: 'The engine asks for consent before it answers' },
  js_required: { message: 'The engine answers only to a client that runs its script' },
  wrong_query: { message: 'The page answers another query than the one asked' },
  wrong_page: { message: 'The page is another result page than the one asked' },
  truncated: { message: 'The page breaks off before its end' },
  unrecognised: { message: 'The page has no results that can be read and does not say that there are none' },
} as const;

/** The states in which a page cannot be read. */
export type UnreadableState = keyof typeof unreadable;

/** Their names. */
export const unreadableStates: readonly UnreadableState[] = Object.keys(unreadable) as UnreadableState[];

/**
 * What a page is, read from its structure before any row is read. `results` and `no_results` are answers; every other
 * state means that the page holds nothing to read as one.
 */
export type PageState = 'results' | 'no_results' | UnreadableState;

/** What a state comes from: what the page said, beside what was asked, or what is wrong with the page. */
export interface PageErrorDetails {
  /** What was asked for: a query, a number of a page, or a kind of page such as `alpha.news`. */
  asked?: string | number;
  /** What the page says it answered, likewise. */
  answered?: string | number;
  /** Why the page was not read. With `wrong_page`, `kind` (of another engine or tab) or `page` (of another number). */
  reason?: string;
}

/** Marks the errors of every copy of this package that a program may have loaded. */
const brand: unique symbol = Symbol.for('@svc/parsers.PageError');

/**
 * The only error a parser throws for a page, whatever the page: it holds no readable results. `code` equals `state`.
 * (Misuse of a parser, such as an unknown option, is a `TypeError`.) Where two copies of this package may be loaded,
 * `isPageError` recognises the errors of both; `instanceof` does not.
 */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly state: UnreadableState;
  readonly code: UnreadableState;
  readonly details: PageErrorDetails;

  constructor(state: UnreadableState, details: PageErrorDetails = {}) {
    super(messageOf(state, details));
    this.state = state;
    this.code = state;
    this.details = details;
    Object.defineProperty(this, brand, { value: true });
  }
}

function messageOf(state: UnreadableState, { asked, answered, reason }: PageErrorDetails): string {
  const { message } = unreadable[state];
  if (state !== 'wrong_page') return reason === undefined ? message : `${message}: ${reason}`;
  const said = answered === undefined ? '' : `: ${answered}`;
  return asked === undefined || said === '' ? `${message}${said}` : `${message}${said} instead of ${asked}`;
}

/** Whether a thrown value is a `PageError`, also one of another copy of this package. */
export function isPageError(error: unknown): error is PageError {
  return typeof error === 'object' && error !== null && Reflect.get(error, brand) === true;
}
