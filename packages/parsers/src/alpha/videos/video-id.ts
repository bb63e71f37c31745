import { hostOf } from '../../words/address.js';

/** YouTube's id of the video that a link leads to; null for a link to anything else. */
export function videoIdOf(link: string, host: string = hostOf(link)): string | null {
  if (host === 'youtu.be') return idIn(/^[^?#]*\/([\w-]{11})(?:[?#/]|$)/, link);
  if (!/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(host)) return null;
  return idIn(/[?&]v=([\w-]{11})(?:[&#]|$)/, link) ?? idIn(/\/(?:shorts|live|embed|v)\/([\w-]{11})(?:[?#/&]|$)/, link);
}

function idIn(pattern: RegExp, link: string): string | null {
  return pattern.exec(link)?.[1] ?? null;
}
