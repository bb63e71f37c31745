/** The link's host as written, lower-cased; `''` for a link without one. */
export function hostOf(link: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
}

/** The name of a site whose page shows none: its host without `www.`. */
export function siteNameOf(link: string): string {
  return hostOf(link).replace(/^www\./, '');
}
