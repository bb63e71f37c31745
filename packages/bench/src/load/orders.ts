/** What the loading process asks of the loaded one. */
export type Order = 'read' | 'usage' | 'collect' | 'stop';

/** Pages read one after the other, with nothing else to do. */
export interface Alone {
  readonly pages: number;
  /** Milliseconds on the clock. */
  readonly wall: number;
  /** Milliseconds of processor. */
  readonly cpu: number;
}

export interface Ready {
  readonly address: string;
  /** Address of a server that does nothing but send as many bytes as an answer has; with an engine behind HTTP, that also gets the page. */
  readonly bare: string;
  /** A query for each of the distinct pages. */
  readonly queries: readonly string[];
  /** A query that a page without ballast answers, which is quickly read. */
  readonly small: string;
}

export interface Usage {
  /** Milliseconds of processor so far. */
  readonly cpu: number;
  /** Bytes. */
  readonly heapUsed: number;
  readonly rss: number;
}

/** What the loaded process tells. */
export type Report = { ready: Ready } | { alone: Alone } | { usage: Usage };
