import { z } from 'zod';
import type { Endpoint } from '../../src/index.js';
import { disabledKey, key } from './service.js';

/** A valid or invalid request. */
export interface FuzzedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
  /** Whether it is sent with a valid key. */
  isKeyed: boolean;
}

/** A look-up path and its query parameters. */
interface Lookup {
  path: string;
  query: readonly string[];
}

/** The parts from which requests are made. */
export interface FuzzParts {
  endpoints: readonly Endpoint[];
  lookups: readonly Lookup[];
  /** Values of `include`. */
  extras: readonly string[];
  /** A query with a captured page, for each operation. */
  queries: Readonly<Record<string, string>>;
}

type Random = () => number;

/** Returns a function that creates one request after another, the same sequence for the same seed. */
export function createFuzzer(seed: number, { endpoints, lookups, extras, queries }: FuzzParts): () => FuzzedRequest {
  const random = seededRandom(seed);
  const shapes = new Map(endpoints.map((endpoint) => [endpoint, propertiesOf(endpoint.request)]));
  return () => {
    if (random() < 0.15) return lookup(random, pick(random, lookups));
    const endpoint = pick(random, endpoints);
    const body = bodyFor(random, shapes.get(endpoint) ?? {}, queries[endpoint.name]!);
    return request(random, { method: 'POST', path: endpoint.path, query: includeFor(random, extras), body });
  };
}

/** mulberry32: small, and random enough here. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

type Properties = Readonly<Record<string, z.core.JSONSchema.BaseSchema>>;

function propertiesOf(schema: z.ZodType): Properties {
  return (z.toJSONSchema(schema).properties ?? {}) as Properties;
}

/** Values that are valid for some parameters or for none. */
const strange: readonly unknown[] = [
  ...[null, '', ' ', 0, -0, -1, 1, 7, 10, 50, 100, 101, 1.5, 1e21, -1e9, 2 ** 53, true, false],
  ...[
    'a',
    'us',
    'UK',
    'ﬁ',
    'ın',
    '\u212ao',
    'pt-BR',
    'zh-Hant',
    'en-US',
    'qdr:w',
    'lang_de',
    'countryAT',
    'mobile',
    'day',
  ],
  ...[
    'Lisbon',
    'Springfeild',
    'w+CAIQICIGTGlzYm9u',
    'a+AAAA',
    '__proto__',
    '\u0000',
    '\ud800',
    '🦆',
    '\u202e',
    'x'.repeat(2049),
  ],
  ...["' OR 1=1 --", '<script>alert(1)</script>', '../../etc/passwd', '%00', '\r\nX-Injected: 1'],
  ...[[], {}, ['a'], { a: 1 }, [[[[]]]], { query: 'a' }],
];

const names = [
  'q',
  'country',
  'lang',
  'count',
  'start',
  'foo',
  '__proto__',
  'constructor',
  'toString',
  '',
  'ﬁ',
  'x'.repeat(300),
];

/** A valid value for the schema of a parameter. */
function valueFor(random: Random, schema: z.core.JSONSchema.BaseSchema): unknown {
  if (schema.enum) return pick(random, schema.enum);
  if (schema.examples) return pick(random, schema.examples as unknown[]);
  if (schema.anyOf) return pick(random, [true, false, 0, 1]);
  const { minimum = 0, maximum = 60 } = schema;
  const number = Number(minimum) + random() * (Math.min(Number(maximum), 60) - Number(minimum));
  if (schema.type === 'integer') return Math.floor(number);
  if (schema.type === 'number') return number;
  return schema.type === 'boolean' ? random() < 0.5 : pick(random, strange);
}

function bodyFor(random: Random, properties: Properties, query: string): string {
  const body: [string, unknown][] = [];
  const isBroken = random() < 0.6;
  for (const [name, schema] of Object.entries(properties)) {
    if (name === 'query' ? random() < 0.06 : random() < 0.75) continue;
    const isRight = name === 'query' ? random() < 0.8 : !isBroken || random() < 0.5;
    const right = name === 'query' ? query : valueFor(random, schema);
    body.push([name, isRight ? right : pick(random, strange)]);
  }
  if (random() < 0.12) body.push([pick(random, names), pick(random, strange)]);
  const text = `{${body.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
  if (random() > 0.08) return text;
  const at = Math.floor(random() * text.length);
  const others = [
    '',
    '[]',
    '"a"',
    'null',
    '7',
    text.slice(0, at),
    text + text,
    `${text.slice(0, at)}\u0000${text.slice(at)}`,
  ];
  return pick(random, [...others, `{"query":${'['.repeat(2_000)}`, `{"query":"${'x'.repeat(70_000)}"}`]);
}

function includeFor(random: Random, known: readonly string[]): string {
  if (random() < 0.7) return '';
  const extras = [...known, 'htlm', '', ' ', 'a'.repeat(100)];
  const list = Array.from({ length: Math.ceil(random() * 3) }, () => pick(random, extras)).map(encodeURIComponent);
  return pick(random, [
    `?include=${list}`,
    `?include=${list}`,
    `?include=${list}&include=${list[0]}`,
    `?q=${list}`,
    '?',
    '?&&=',
  ]);
}

function lookup(random: Random, { path, query: known }: Lookup): FuzzedRequest {
  const given = known.filter(() => random() < 0.4);
  if (random() < 0.1) given.push(pick(random, names));
  const values = ['Lis', 'Paris', 'ﬁ', 'PT', 'City', '5', '0', '51', '-8.6', '41.1', '200', '', '%'];
  const pairs = given.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(pick(random, values))}`);
  return request(random, {
    method: 'GET',
    path,
    query: pairs.length > 0 ? `?${pairs.join('&')}` : '',
    body: undefined,
  });
}

interface Draft {
  method: string;
  path: string;
  query: string;
  body: string | undefined;
}

/** Completes a request, sometimes with an invalid key, header or method. */
function request(random: Random, { method, path, query, body }: Draft): FuzzedRequest {
  const headers: Record<string, string> = { 'x-api-key': key, 'content-type': 'application/json' };
  let isKeyed = true;
  if (random() < 0.06) {
    isKeyed = false;
    headers['x-api-key'] = pick(random, [
      '',
      disabledKey,
      'unknown-key-of-somebody',
      `${key}, ${key}`,
      key.toUpperCase(),
    ]);
  }
  if (random() < 0.04)
    headers['content-type'] = pick(random, ['text/plain', 'application/xml', 'json', 'multipart/form-data']);
  if (random() < 0.1)
    headers['x-request-id'] = pick(random, ['mine-1', 'Root=1-67-ab', 'a b', '<x>', 'x'.repeat(300), '']);
  if (random() < 0.1) headers['cache-control'] = pick(random, ['no-cache', 'no-store', 'max-age=0', ',,,']);
  if (random() < 0.05) headers['content-encoding'] = pick(random, ['gzip', 'identity', 'br', '']);
  const isMoved = random() < 0.03;
  const url = `${isMoved ? pick(random, [`${path}/`, '/api/v2/alpha/search', '/api', `${path}%00`, '/nowhere']) : path}${query}`;
  const verb = random() < 0.03 ? pick(random, ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD', 'POST']) : method;
  return { method: verb, url, headers, payload: body, isKeyed };
}
