import { parsedAddress } from '@svc/fetchers';
import { withoutEndSlashes } from '../http/answers.js';

/** A row of one engine. */
interface EngineRow {
  link: string;
  title: string;
  snippet: string;
  position: number;
}

/** Position of a row at an engine. */
interface RowPlace<Engine extends string> {
  engine: Engine;
  position: number;
}

/** Rows of several engines with the same target. */
interface JoinedRow<Engine extends string, Row extends EngineRow> {
  /** The row with the best position, with the longest title and snippet of all. */
  row: Row;
  /** The engines that have it, in the order asked. */
  engines: RowPlace<Engine>[];
  /** Sum of `1 / (60 + position)` over the engines: reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009). */
  score: number;
}

/** The constant of reciprocal rank fusion, from its paper. */
const fusion = 60;

/** Joins rows of several engines by target, best score first. With equal scores, the engine asked first comes first. */
export function joinRows<Engine extends string, Row extends EngineRow>(
  lists: ReadonlyMap<Engine, readonly Row[]>,
): JoinedRow<Engine, Row>[] {
  const joined = new Map<string, JoinedRow<Engine, Row>>();
  for (const [engine, rows] of lists) {
    for (const row of rows) {
      const key = dedupeKeyOf(row.link);
      const known = joined.get(key);
      if (known === undefined) {
        joined.set(key, { row, engines: [{ engine, position: row.position }], score: 1 / (fusion + row.position) });
      } else if (!known.engines.some((place) => place.engine === engine)) {
        const best = row.position < Math.min(...known.engines.map(({ position }) => position)) ? row : known.row;
        known.row = {
          ...best,
          title: longer(known.row.title, row.title),
          snippet: longer(known.row.snippet, row.snippet),
        };
        known.engines.push({ engine, position: row.position });
        known.score += 1 / (fusion + row.position);
      }
    }
  }
  return [...joined.values()].sort((one, other) => other.score - one.score);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

/** Parameters that track visitors and do not change the page. */
const tracking =
  /^(?:utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_[ce]id|_ga|_gl|srsltid|ref_src|ref_url|spm|scid|cmpid|_hs(?:enc|mi)|vero_id|mkt_tok|amp)$/i;

/**
 * Address for comparing the targets of links: without scheme, `www.`, mobile and AMP hosts, AMP paths, index pages, final
 * slashes, tracking parameters and fragments that only scroll. It need not exist.
 */
export function dedupeKeyOf(link: string): string {
  const parsed = parsedAddress(link);
  if (parsed === undefined) return link;
  const url = withoutAmpCache(parsed);
  const host = url.hostname
    .replace(/^(?:www\d?|m|mobile|touch|amp)\.(?=[^.]+\.)/, '')
    .replace(/\.(?:m|mobile)\.(?=[^.]+\.[^.]+$)/, '.');
  const path = withoutEndSlashes(
    decodedPath(url.pathname)
      .replace(/\/amp(?=\/|$)|\.amp(?=\.html?$|$)/i, '')
      .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, ''),
  );
  const kept = [...url.searchParams]
    .filter(([name, value]) => !tracking.test(name) && !(name === 'outputType' && value === 'amp'))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const query = kept.length > 0 ? `?${kept.join('&')}` : '';
  const route = /^#[!/]/.test(url.hash) ? url.hash : '';
  return `${host}${url.port && `:${url.port}`}${path}${query}${route}`;
}

/** `www.google.com/amp/s/host/path` and `host-tld.cdn.ampproject.org/c/s/host/path` are `host/path`. */
function withoutAmpCache(url: URL): URL {
  const isCache =
    /(?:^|\.)cdn\.ampproject\.org$/.test(url.hostname) || /^(?:www\.)?google\.[a-z.]+$/.test(url.hostname);
  const [, target] = (isCache && /^\/(?:amp|[cvi])\/(?:s\/)?([^/.]+\.[^/]+(?:\/.*)?)$/.exec(url.pathname)) || [];
  return (target !== undefined && parsedAddress(`https://${target}${url.search}`)) || url;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray percent sign is kept as written
  }
}
