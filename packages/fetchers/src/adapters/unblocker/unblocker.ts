import { createHash } from 'node:crypto';
import { parseUrl } from '../../engines.js';
import { FetchError } from '../../errors.js';
import { assertKnownOptions, type OptionNames } from '../../known-options.js';
import type { Adapter, AdapterContext, PageRequest, Session } from '../../types.js';
import { assertBodyDecoded, headersWithoutSetCookie, loadHttpClient, readAllBytes, toFetchError } from '../body.js';
import { httpAdapter } from '../http.js';
import { readUnblockedPage, type UnblockerResponse } from './answer.js';
import type { UnblockerDescription, UnblockerTemplate } from './description.js';
import { assertValidDescription } from './description.js';

/** Options of `unblockerAdapter`. */
export interface UnblockerAdapterOptions {
  description: UnblockerDescription;
  /** Value of `{key}`. Never part of an error or event. @default '' */
  key?: string | undefined;
  /** Largest response, in bytes after decoding. @default 16 MiB */
  maxBytes?: number | undefined;
}

const known: OptionNames<UnblockerAdapterOptions> = { description: true, key: true, maxBytes: true };

const usualTimeout = 60_000;

/**
 * Fetches pages from an unblocking service, by its API or with the service as proxy. The session's proxy is not used. If the service
 * itself fails, throws a `FetchError`: `misconfigured` for a rejected key, an exhausted account or a wrong description, `network` if
 * a retry may help. An invalid description throws `misconfigured` immediately, naming every invalid part.
 */
export function unblockerAdapter(options: UnblockerAdapterOptions): Adapter {
  assertKnownOptions(options, known);
  const { description, key = '', maxBytes = 16 * 1024 * 1024 } = options;
  assertValidDescription(description);
  const { proxy } = description;
  if (proxy !== undefined) return throughProxy(proxy, { description, key, maxBytes });
  return async (request, context) => {
    const answer = await ask(request, context, { description, key, maxBytes });
    return readUnblockedPage(answer, request, description);
  };
}

function throughProxy(proxy: string, means: Means): Adapter {
  const { description, maxBytes } = means;
  const { timeout = usualTimeout } = description;
  const http = httpAdapter({ responseTimeout: timeout, maxBytes });
  const adapter: Adapter = async (request, context) => {
    const { session } = context;
    const values = valuesFor(request, context, means);
    const url = parseUrl(fillText(proxy, values, encodeURIComponent) ?? '');
    if (url === undefined)
      throw new FetchError('misconfigured', 'The unblocking service has no address for this request');
    const headers = { ...request.headers, ...filledHeaders(description, values) };
    const proxied: Session = { ...session, proxy: { id: 'unblocker', url } };
    return await http({ ...request, headers }, { ...context, session: proxied });
  };
  adapter.close = () => http.close?.();
  return adapter;
}

interface Means {
  description: UnblockerDescription;
  key: string;
  maxBytes: number;
}

async function ask(request: PageRequest, context: AdapterContext, means: Means): Promise<UnblockerResponse> {
  const { signal, session } = context;
  const { method = 'GET', address = '', body, timeout = usualTimeout } = means.description;
  const values = valuesFor(request, context, means);
  const { got } = await loadHttpClient();
  const stream = got.stream(fillAddress(address, values), {
    method,
    headers: {
      ...(await passedHeaders(request, session, means.description)),
      ...filledHeaders(means.description, values),
    },
    ...(body !== undefined && { json: fillTemplate(body, values) }),
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { response: timeout },
    signal,
  });
  try {
    const read = await readAllBytes(stream, means.maxBytes);
    const { statusCode, headers } = stream.response!;
    assertBodyDecoded({ statusCode, headers });
    return { status: statusCode, headers: headersWithoutSetCookie(headers), body: read };
  } catch (error) {
    signal.throwIfAborted();
    throw toFetchError(error);
  } finally {
    stream.destroy();
  }
}

function valuesFor(
  request: PageRequest,
  { session, deadline = Number.POSITIVE_INFINITY }: AdapterContext,
  { description, key }: Omit<Means, 'maxBytes'>,
): TemplateValues {
  const { timeout = usualTimeout } = description;
  const left = Math.max(1, Math.floor(deadline - Date.now()));
  return {
    url: request.url,
    key,
    keyBase64: Buffer.from(key).toString('base64'),
    country: countryOf(request, description),
    session: createHash('sha256').update(session.id).digest('hex').slice(0, 12),
    timeout: String(Math.min(timeout, left)),
  };
}

function countryOf({ country }: PageRequest, { country: spelling = {} }: UnblockerDescription): string | undefined {
  if (country === undefined) return undefined;
  const name = spelling.names?.[country.toLowerCase()];
  if (name !== undefined) return name;
  return spelling.case === 'upper' ? country.toUpperCase() : country.toLowerCase();
}

function filledHeaders({ headers = {} }: UnblockerDescription, values: TemplateValues): Record<string, string> {
  const filled = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), fillText(text, values)] as const);
  return Object.fromEntries(filled.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function passedHeaders(
  request: PageRequest,
  session: Session,
  { passed }: UnblockerDescription,
): Promise<Record<string, string>> {
  if (passed === undefined) return {};
  const own = Object.entries(request.cookies).map(([name, value]) => `${name}=${value}`);
  const cookie = [await session.cookies.getCookieString(request.url), ...own].filter((part) => part !== '').join('; ');
  const headers: Record<string, string> = { ...request.headers, ...(cookie !== '' && { cookie }) };
  const names = passed.names.filter((name) => headers[name.toLowerCase()] !== undefined);
  return Object.fromEntries(names.map((name) => [`${passed.prefix ?? ''}${name}`, headers[name.toLowerCase()]!]));
}

/** Values of placeholders by name; undefined if unknown. */
type TemplateValues = Readonly<Record<string, string | undefined>>;

/** A part in brackets with a placeholder, which is left out if the value is unknown. */
const optional = /\[([^[\]]*\{\w+\}[^[\]]*)\]/g;

/** Fills in a text; undefined if a placeholder outside of brackets has no value. */
function fillText(
  text: string,
  values: TemplateValues,
  encode: (value: string) => string = String,
): string | undefined {
  const whole = text.replace(optional, (_, part: string) => fillPlaces(part, values, encode) ?? '');
  return fillPlaces(whole, values, encode);
}

function fillPlaces(text: string, values: TemplateValues, encode: (value: string) => string): string | undefined {
  let isKnown = true;
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    isKnown &&= value !== undefined;
    return encode(value ?? '');
  });
  return isKnown ? filled : undefined;
}

/** Fills in an address with percent-encoded values. Leaves out parameters without a value. */
function fillAddress(address: string, values: TemplateValues): string {
  const [place = '', query] = address.split(/\?(.*)/s);
  const filled = fillText(place, values, encodeURIComponent) ?? '';
  if (query === undefined) return filled;
  const pairs = query.split('&').flatMap((pair) => fillText(pair, values, encodeURIComponent) ?? []);
  return `${filled}?${pairs.join('&')}`;
}

/** Fills in JSON. Leaves out properties without a value. */
function fillTemplate(template: UnblockerTemplate, values: TemplateValues): unknown {
  if (template === '{timeout}') return Number(values.timeout);
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template))
    return template.map((part) => fillTemplate(part, values)).filter((part) => part !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  const filled = Object.entries(template).map(([name, part]) => [name, fillTemplate(part, values)] as const);
  return Object.fromEntries(filled.filter(([, part]) => part !== undefined));
}
