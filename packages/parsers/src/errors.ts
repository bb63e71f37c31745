/** The states in which a page cannot be read, each with its message. The only list of them. */
const unreadable = {
  captcha: { message: 'The engine asks for a captcha instead of answering' },
  rate_limited: { message: 'The engine refuses the request after too many others' },
  forbidden: { message: 'The engine refuses the client' },
  consent: { message: 'The engine asks for consent before it answers' },
  js_required: { message: 'The engine answers only clients that run its scripts' },
  wrong_query: { message: 'The page answers another query than the one that was asked' },
  wrong_page: { message: 'The page is not the one that was asked for' },
  truncated: { message: 'The page breaks off before its end' },
  unrecognised: { message: 'The page has no results that can be read and does not say that there are none' },
} as const;

/** A state in which a page holds no results to read. */
export type UnreadableState = keyof typeof unreadable;

/** The names of all states in which a page cannot be read. */
export const unreadableStates: readonly UnreadableState[] = Object.keys(unreadable) as UnreadableState[];

/**
 * What a page is, found from its structure before any row is read. `results` and `no_results` are answers; in every
 * other state the page holds nothing to read as one.
 */
export type PageState = 'results' | 'no_results' | UnreadableState;

/** Why a page was not read: what was asked and what the page says it answers, or what is wrong with it. */
export interface PageErrorDetails {
  /** What was asked for: a query, a page number, or a kind of page such as `alpha.news`. */
  asked?: string | number;
  /** What the page says it answers: likewise. */
  answered?: string | number;
  /** The cause. With `wrong_page`: `kind` for a page of another engine or tab, `page` for another page number. */
  reason?: string;
}

/** Shared by all copies of this package that a program may have loaded. */
const brand: unique symbol = Symbol.for('@svc/parsers.PageError');

/**
 * The only error that a parser throws because of a page: the page holds no results that can be read. `code` equals
 * `state`. Wrong use of a parser, such as an unknown option, is a `TypeError` instead.
 *
 * Where two copies of this package may be loaded, use `isPageError`: it recognises the errors of both, `instanceof`
 * does not.
 */
export class PageError extends Error {
  override readonly name = 'PageError';
  /** What the page is instead of results. */
  readonly state: UnreadableState;
  /** The same as `state`. */
  readonly code: UnreadableState;
  /** Why, as far as the page says; empty if nothing more is known. */
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

/** Whether a thrown value is a `PageError`, including one of another copy of this package. */
export function isPageError(error: unknown): error is PageError {
  return typeof error === 'object' && error !== null && Reflect.get(error, brand) === true;
}
