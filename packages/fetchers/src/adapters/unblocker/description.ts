/** Where to find a value in the service's response: a header, or a path in the JSON such as `results.0.content`. */
export type AnswerPart = { readonly header: string } | { readonly json: string };

/** Why the service itself, not the engine, failed to return a page. */
export type UnblockerFault = 'key' | 'quota' | 'request' | 'busy' | 'gave_up';

/** Identifies a fault by the service's response. All given conditions must hold. */
export interface FaultRule {
  readonly fault: UnblockerFault;
  /** HTTP status of the service's response. */
  readonly status?: number;
  /** A part of the response and its value. Without `is`, any value matches. */
  readonly part?: AnswerPart;
  readonly value?: string | number;
}

/** A text with placeholders, or JSON that contains such texts. Parts whose value is unknown are left out. */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/**
 * Describes an unblocking service as plain data, so that it can be stored as JSON. Placeholders in texts:
 *
 * - `{url}`: the page's address, percent-encoded in `address` and unencoded elsewhere
 * - `{key}`: the API key, which is not part of the description; `{keyBase64}`: the key in base64, for Basic authentication
 * - `{country}`: the country of the request, in the form of `country`; no value if the request has none
 * - `{session}`: a name of the session, letters and digits only
 * - `{timeout}`: milliseconds that the service may take: the lesser of `timeout` and the attempt's remaining time; a number if it
 *   is an entire JSON value
 *
 * A query parameter, header or JSON value is left out if it contains a placeholder without a value. So is a part in brackets, such
 * as `user[-country-{country}]`.
 */
export interface UnblockerDescription {
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST';
  /** Address of the API, with its query. Leave out if the service is a proxy. */
  readonly address?: string;
  /** Address of the proxy, if the service is one. The page is then requested through it. */
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body to send. */
  readonly body?: Template;
  /** Which headers and cookies of the request to pass on, each with a prefix before its name. @default none */
  readonly passed?: { readonly names: readonly string[]; readonly prefix?: string };
  /** How the service writes country codes. @default lower case */
  readonly country?: { readonly case?: 'lower' | 'upper'; readonly names?: Readonly<Record<string, string>> };
  /** Milliseconds that the service may take. @default 60000 */
  readonly timeout?: number;
  readonly answer?: {
    /** The page. @default the whole body */
    readonly page?: AnswerPart;
    /** Whether the page is in base64. @default false */
    readonly isBase64?: boolean;
    /** The engine's status. If it is missing, the service itself failed. @default the HTTP status */
    readonly status?: AnswerPart;
    /** Final address of the page. @default the requested address */
    readonly url?: AnswerPart;
    /** The engine's `Retry-After`. @default unknown */
    readonly retryAfter?: AnswerPart;
  };
  /** Responses that are faults, checked before the status. The first match applies. */
  readonly faults?: readonly FaultRule[];
}
