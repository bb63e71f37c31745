import { causesOf, type FetchError, type FetchErrorCode } from '@svc/fetchers';

/** Why a page could not be got, closer than the code of the answer says it. */
interface Reason {
  /** A word for logs and metrics. */
  name: string;
  /** A sentence for the caller: it names neither an address nor a credential. */
  detail: string;
}

type Sentences = Readonly<Record<string, string>>;

/** What can happen to a connection, by a word. */
const ofEngine: Sentences = {
  refused: 'The engine refused the connection.',
  reset: 'The engine closed the connection before it had answered.',
  name: 'The name of the engine could not be resolved.',
  unreachable: 'There is no route to the engine.',
  tls: 'No secure connection to the engine could be made.',
  timeout: 'The connection to the engine could not be made in time.',
};

/** The same of a proxy. */
const ofProxy: Sentences = {
  refused: 'The proxy refused the connection.',
  reset: 'The proxy closed the connection.',
  name: 'The name of the proxy could not be resolved.',
  unreachable: 'There is no route to the proxy.',
  tls: 'No secure connection through the proxy could be made.',
  timeout: 'The proxy did not answer in time.',
};

/** Codes of Node's errors, by what they come to. */
const codes: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET)$/, 'reset'],
  [/^(?:ENOTFOUND|EAI_[A-Z]+|EDNS[A-Z]*|ENODATA)$/, 'name'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/, 'unreachable'],
  [/^(?:EPROTO|(?:CERT|ERR_TLS|ERR_SSL|UNABLE_TO)_[A-Z_]+)$/, 'tls'],
  [/SELF_SIGNED/, 'tls'],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
];

/** Whose connection it is that failed, by the code of the error. */
const sentences: Partial<Readonly<Record<FetchErrorCode, Sentences>>> = { network: ofEngine, proxy: ofProxy };

/** A circuit that is open for one key alone. */
const ofKey: Reason = {
  name: 'circuit_open_for_key',
  detail: 'The searches of this key failed too often at this engine lately; those of others go on.',
};

/** Errors that say enough by their code. */
const byCode: Partial<Readonly<Record<FetchErrorCode, string>>> = {
  timeout: 'timeout',
  proxy_auth: 'proxy_auth',
  no_proxy_available: 'no_proxy',
};

/**
 * The reason of an error, from the codes of the errors below it.
 *
 * @param detail what is said where these codes say no more
 */
export function reasonOf(error: FetchError, detail: string): Reason {
  if (error.ofCaller === true) return ofKey;
  const name = causesOf(error)
    .map((cause) => nameOf(codeOf(cause)))
    .find((found) => found !== undefined);
  const sentence = name === undefined ? undefined : sentences[error.code]?.[name];
  if (name === undefined || sentence === undefined) return { name: byCode[error.code] ?? error.code, detail };
  return { name: error.code === 'proxy' ? `proxy_${name}` : name, detail: sentence };
}

function nameOf(code: string): string | undefined {
  return codes.find(([pattern]) => pattern.test(code))?.[1];
}

/** The code of an error, as those of Node carry one; `''` where it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${code}` : '';
}
