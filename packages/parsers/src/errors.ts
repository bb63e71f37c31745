/**
 * What a page is, read from its structure before any row is read. `results` and `no_results` are answers; every other
 * state means that the page holds nothing to read as one.
 */
export type PageState =
  | 'results'
  | 'no_results'
  | 'captcha'
  | 'rate_limited'
  | 'forbidden'
  | 'consent'
  | 'js_required'
  | 'wrong_query'
  | 'wrong_page'
  | 'unrecognised';

/** The states in which a page cannot be read. */
export type UnreadableState = Exclude<PageState, 'results' | 'no_results'>;

const explanations: Record<UnreadableState, string> = {
  captcha: 'The engine asks for a captcha instead of answering',
  rate_limited: 'The engine refuses the request as one too many',
  forbidden: 'The engine refuses the client',
  consent: 'The engine asks for consent before it answers',
  js_required: 'The engine answers only to a client that runs its script',
  wrong_query: 'The page answers another query than the one asked',
  wrong_page: 'The page is another result page than the one asked',
  unrecognised: 'The page has no results that can be read and does not say that there are none',
};

/** What the page said, beside what was asked, where a state comes from comparing the two. */
export interface PageErrorDetails {
  /** What was asked for. */
  asked?: string | number;
  /** What the page says it answered. */
  answered?: string | number;
}

/**
 * The only error a parser throws for a page, whatever the page: it holds no readable results. `code` equals `state`.
 * (Misuse of a parser, such as an unknown option, is a `TypeError`.)
 */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly state: UnreadableState;
  readonly code: UnreadableState;
  readonly details: PageErrorDetails;

  constructor(state: UnreadableState, details: PageErrorDetails = {}) {
    super(explanations[state]);
    this.state = state;
    this.code = state;
    this.details = details;
  }
}
