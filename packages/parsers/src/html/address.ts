/** The link's host as written, lower-cased; `''` for a link without one. */
export function hostOf(link: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
}

/** The name of a site whose page shows none: its host without `www.`. */
export function siteNameOf(link: string): string {
  return hostOf(link).replace(/^www\./, '');
}

/**
 * The first value of a parameter of an address's query, decoded; undefined where it has none. The address may be
 * relative: it is not taken apart further than this needs, because links are asked for parameters all the time.
 */
export function parameterIn(address: string, name: string): string | undefined {
  const start = address.indexOf('?') + 1;
  if (start === 0 || !address.includes(name, start)) return undefined;
  const fragment = address.indexOf('#');
  const query = fragment < 0 ? address.slice(start) : address.slice(start, Math.max(start, fragment));
  for (const pair of query.split('&')) {
    if (pair === name) return '';
    if (pair.startsWith(name) && pair[name.length] === '=') return decodedValue(pair.slice(name.length + 1));
  }
  return undefined;
}

function decodedValue(value: string): string {
  if (!/[%+]/.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return new URLSearchParams(`v=${value}`).get('v') ?? ''; // a stray `%`, which addresses may hold as it is
  }
}
