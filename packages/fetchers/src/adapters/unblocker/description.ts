/** Where a value is in an answer of the service: in a header, or at a path of its JSON such as `results.0.content`. */
export type AnswerPart = { readonly header: string } | { readonly json: string };

/** Why the service itself, rather than the engine, could not give a page. */
export type UnblockerFault = 'key' | 'quota' | 'request' | 'busy' | 'gave_up';

/** An answer by which a fault is known: every mark that is given must be there. */
export interface FaultRule {
  readonly fault: UnblockerFault;
  /** HTTP status of the service's own answer. */
  readonly status?: number;
  /** A part of the answer, and the value that it must have; any value will do where none is given. */
  readonly part?: AnswerPart;
  readonly value?: string | number;
}

/** Text with places to fill in, or JSON made of it. A part whose value is not known is left out. */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/**
 * An unblocking service as plain data, so that a JSON file can hold it. In every text these stand for their values:
 *
 * - `{url}` the page's address, percent-encoded in `address` and as it is elsewhere
 * - `{key}` the key that is given beside the description, `{keyBase64}` the same in base64 for Basic authentication
 * - `{country}` the country of the request, as `country` says; nothing where the request has none
 * - `{session}` a name for the session, letters and digits only
 * - `{timeout}` milliseconds that the service may take: `timeout`, or what the attempt has left, where that is less; a
 *   number where it is all of a JSON value
 *
 * A query parameter, a header or a JSON value with a place that has no value is left out, as is a part in brackets:
 * `user[-country-{country}]`.
 */
export interface UnblockerDescription {
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST';
  /** Address to ask, with its query. Left out where the service is a proxy. */
  readonly address?: string;
  /** Address of the proxy, where the service is one: the page is then asked for as usual, through it. */
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON to send. */
  readonly body?: Template;
  /** Headers and cookies of the request that are passed on, each under its name with a prefix in front. @default none */
  readonly passed?: { readonly names: readonly string[]; readonly prefix?: string };
  /** How the service spells a country. @default lower case */
  readonly country?: { readonly case?: 'lower' | 'upper'; readonly names?: Readonly<Record<string, string>> };
  /** Milliseconds that the service may take. @default 60000 */
  readonly timeout?: number;
  readonly answer?: {
    /** The page. @default the whole body */
    readonly page?: AnswerPart;
    /** Whether the page is in base64. @default false */
    readonly isBase64?: boolean;
    /** The engine's status. Where it is missing the service itself has failed. @default the HTTP status */
    readonly status?: AnswerPart;
    /** Address that answered in the end. @default the one asked for */
    readonly url?: AnswerPart;
    /** The engine's `Retry-After`. @default none is known */
    readonly retryAfter?: AnswerPart;
  };
  /** Answers that are faults, before those that follow from the status. The first that fits counts. */
  readonly faults?: readonly FaultRule[];
}
