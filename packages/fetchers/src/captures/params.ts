import { decodeUule } from '../places/uule.js';
import type { PageRequest, Session } from '../types.js';
import { isSecretName } from './secrets.js';

/** Parameters of the engines that say the query and the page, which a capture names by itself. */
const ownNames: ReadonlySet<string> = new Set(['q', 'start', 'first', 'FORM', 'offset']);

/**
 * What a request asks beside its query and page: parameters of its address but credentials, cookies of its own (`cookie:…`) and the
 * device, where it is no desktop. Two requests with the same get the same kind of page.
 */
export function paramsOf(
  { url, cookies }: PageRequest,
  { device = 'desktop' }: Pick<Session, 'device'>,
): Record<string, string> {
  const asked = [...new URL(url).searchParams].filter(([name]) => !ownNames.has(name) && !isSecretName(name));
  const params: [string, string][] = [
    ...asked.map(([name, value]): [string, string] => [name, name === 'uule' ? placeIn(value) : value]),
    ...Object.entries(cookies).map(([name, value]): [string, string] => [`cookie:${name}`, value]),
    ...(device === 'desktop' ? [] : ([['device', device]] as [string, string][])),
  ];
  return Object.fromEntries(params.sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Whether two requests ask for the same. */
export function sameParams(first: Readonly<Record<string, string>>, second: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => first[name] === second[name]);
}

/** An encoded place holds the time at which it was encoded, which is no part of what is asked. */
function placeIn(uule: string): string {
  const { name, latitude, longitude } = decodeUule(uule) ?? {};
  if (name !== undefined) return name;
  return latitude === undefined || longitude === undefined ? uule : `${latitude},${longitude}`;
}
