/** The link's host as written, lower-cased; `''` for a link without one. */
export function hostOf(link: string): string {
  if (!webScheme.test(link)) return '';
  const start = link.indexOf('/') + 2;
  const end = endOfHost(link, start);
  const isPlain = link[end] !== ':' && link[end] !== '@';
  const host = isPlain ? link.slice(start, end) : (hostBesideUser.exec(link)?.[1] ?? '');
  return host.toLowerCase();
}

const webScheme = /^(?:https?|ftp):\/\//i;

/** For the few links that name a user or a port. */
const hostBesideUser = /^(?:https?|ftp):\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i;

function endOfHost(link: string, start: number): number {
  let end = start;
  while (end < link.length && !endsHost(link.charCodeAt(end))) end++;
  return end;
}

/** `/`, `:`, `?`, `#` and `@`, by code: hosts are asked for all the time. */
function endsHost(code: number): boolean {
  return code === 0x2f || code === 0x3a || code === 0x3f || code === 0x23 || code === 0x40;
}

/**
 * The address taken apart, relative to `base`; undefined for what is none. Not by `URL.canParse`: once compiled, that of
 * Node 20 refuses hosts with letters of Latin-1, such as `bücher.example`.
 */
export function parsedAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** The name of a site whose page shows none: its host without `www.`. */
export function siteNameOf(link: string): string {
  return withoutWww(hostOf(link));
}

/** The host without `www.`. */
export function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/**
 * The first value of a parameter of an address's query, decoded; undefined where it has none. The address may be
 * relative: it is not taken apart further than this needs, because links are asked for parameters all the time.
 */
export function parameterIn(address: string, name: string): string | undefined {
  const start = address.indexOf('?') + 1;
  if (start === 0) return undefined;
  for (let at = address.indexOf(name, start); at >= 0; at = address.indexOf(name, at + 1)) {
    const end = at + name.length;
    if ((at === start || address[at - 1] === '&') && (end === address.length || nameEnds.includes(address[end]!))) {
      return address.lastIndexOf('#', at) < 0 ? valueAt(address, end) : undefined;
    }
  }
  return undefined;
}

const nameEnds = '=&#';

/** The value that follows a parameter's name, `''` where none does. */
function valueAt(address: string, nameEnd: number): string {
  if (address[nameEnd] !== '=') return '';
  const next = address.indexOf('&', nameEnd);
  const fragment = address.indexOf('#', nameEnd);
  const end = Math.min(next < 0 ? address.length : next, fragment < 0 ? address.length : fragment);
  return decodedValue(address.slice(nameEnd + 1, end));
}

function decodedValue(value: string): string {
  if (!encodedMark.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return new URLSearchParams(`v=${value}`).get('v')!; // a stray `%`, which addresses may hold as it is
  }
}

const encodedMark = /[%+]/;
