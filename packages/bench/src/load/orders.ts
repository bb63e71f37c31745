/** Messages from the loading process to the loaded one. */
export type Order = 'read' | 'usage' | 'collect' | 'stop';

/** Pages parsed one after another, without other work. */
export interface Alone {
  readonly pages: number;
  /** Milliseconds of wall time. */
  readonly wall: number;
  /** CPU milliseconds. */
  readonly cpu: number;
}

export interface Ready {
  readonly address: string;
  /**
   * URL of a server that only sends as many bytes as a response; with an engine behind HTTP, it also fetches the page.
   */
  readonly bare: string;
  /** A query for each distinct page. */
  readonly queries: readonly string[];
  /** A query answered by a page without scripts, which is parsed quickly. */
  readonly small: string;
}

export interface Usage {
  /** CPU milliseconds so far. */
  readonly cpu: number;
  /** Bytes. */
  readonly heapUsed: number;
  readonly rss: number;
}

/** Messages from the loaded process. */
export type Report = { ready: Ready } | { alone: Alone } | { usage: Usage };
