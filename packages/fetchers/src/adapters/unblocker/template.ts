import type { Template } from './description.js';

/** Values for the places of a template, by name; undefined for one that is not known. */
export type TemplateValues = Readonly<Record<string, string | undefined>>;

/** A part in brackets with a place in it, which is left out where the value is not known. */
const optional = /\[([^[\]]*\{\w+\}[^[\]]*)\]/g;

/** A text with its places filled in; undefined where the value of any is not known, unless it is in brackets. */
export function fillText(
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

/** An address with its places filled in, percent-encoded; parameters without a known value are left out. */
export function fillAddress(address: string, values: TemplateValues): string {
  const [place = '', query] = address.split(/\?(.*)/s);
  const filled = fillText(place, values, encodeURIComponent) ?? '';
  if (query === undefined) return filled;
  const pairs = query.split('&').flatMap((pair) => fillText(pair, values, encodeURIComponent) ?? []);
  return `${filled}?${pairs.join('&')}`;
}

/** JSON with its places filled in; what has no known value is left out. */
export function fillTemplate(template: Template, values: TemplateValues): unknown {
  if (template === '{timeout}') return Number(values.timeout);
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template))
    return template.map((part) => fillTemplate(part, values)).filter((part) => part !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  const filled = Object.entries(template).map(([name, part]) => [name, fillTemplate(part, values)] as const);
  return Object.fromEntries(filled.filter(([, part]) => part !== undefined));
}
