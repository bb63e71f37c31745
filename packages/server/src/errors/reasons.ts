import { causesOf, type FetchError, type FetchErrorCode } from '@svc/fetchers';

/** Why a page could not be fetched, more precise than the code of the answer. */
interface Reason {
  /** A word for logs and metrics. */
  name: string;
  /** A sentence for the caller, without addresses and credentials. */
  detail: string;
}

type Sentences = Readonly<Record<string, string>>;

/** What can happen to the connection to an engine, by name. */
const engineSentences: Sentences = {
  refused: 'The engine refused the connection.',
  reset: 'The engine closed the connection before it answered.',
  name: 'The name of the engine could not be resolved.',
  unreachable: 'There is no route to the engine.',
  tls: 'No secure connection to the engine could be established.',
  timeout: 'The connection to the engine could not be established in time.',
};

/** The same for a proxy. */
const proxySentences: Sentences = {
  refused: 'The proxy refused the connection.',
  reset: 'The proxy closed the connection.',
  name: 'The name of the proxy could not be resolved.',
  unreachable: 'There is no route to the proxy.',
  tls: 'No secure connection through the proxy could be established.',
  timeout: 'The proxy did not answer in time.',
};

/** Error codes of Node.js, and the name of what they mean. */
const codes: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET)$/, 'reset'],
  [/^(?:ENOTFOUND|EAI_[A-Z]+|EDNS[A-Z]*|ENODATA)$/, 'name'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/, 'unreachable'],
  [/^(?:EPROTO|(?:CERT|ERR_TLS|ERR_SSL|UNABLE_TO)_[A-Z_]+)$/, 'tls'],
  [/SELF_SIGNED/, 'tls'],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
  [/^(?:EMFILE|ENFILE|ENOBUFS|ENOMEM)$/, 'no_resources'],
];

/** This machine has no file, buffer or memory left. */
const noResources: Reason = { name: 'no_resources', detail: 'The service has too many files or connections open.' };

/** Which side's connection failed, by the code of the error. */
const sentences: Partial<Readonly<Record<FetchErrorCode, Sentences>>> = {
  network: engineSentences,
  proxy: proxySentences,
  overloaded: { [noResources.name]: noResources.detail },
};

/** A circuit that is open for one key alone. */
const circuitOpenForKey: Reason = {
  name: 'circuit_open_for_key',
  detail: 'Searches of this key have failed too often on this engine recently; other keys are not affected.',
};

/** Reasons of errors whose code is precise enough. */
const byCode: Partial<Readonly<Record<FetchErrorCode, string>>> = {
  timeout: 'timeout',
  proxy_auth: 'proxy_auth',
  no_proxy_available: 'no_proxy',
};

/**
 * The reason for an error, found from the codes of its causes.
 *
 * @param detail the sentence to use when these codes are not more precise
 */
export function failureReasonOf(error: FetchError, detail: string): Reason {
  if (error.isCallerOnly === true) return circuitOpenForKey;
  const name = causesOf(error)
    .map((cause) => nameOf(codeOf(cause)))
    .find((found) => found !== undefined);
  const sentence = name === undefined ? undefined : sentences[error.code]?.[name];
  if (name === undefined || sentence === undefined) return { name: byCode[error.code] ?? error.code, detail };
  return { name: error.code === 'proxy' ? `proxy_${name}` : name, detail: sentence };
}

/** The reason for an error that is not of a fetch; undefined for an unexpected one. */
export function expectedReasonOf(error: unknown): Reason | undefined {
  return nameOf(codeOf(error)) === noResources.name ? noResources : undefined;
}

function nameOf(code: string): string | undefined {
  return codes.find(([pattern]) => pattern.test(code))?.[1];
}

/** The `code` of an error, as errors of Node.js have one; `''` if it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${code}` : '';
}
