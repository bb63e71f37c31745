import { isCountryCode } from './countries.js';

/** A language of the look-up list. */
export interface Language {
  /** As `hl` takes it: `de`, `pt-BR`, `es-419`. */
  code: string;
  /** English name. */
  name: string;
}

/** Languages in which alpha speaks, by the code that it takes. */
const codes =
  'ach af ak am ar az be bem bg bn br bs ca ceb chr ckb co crs cs cy da de ee el en en-AU en-CA en-GB en-IN en-US eo es ' +
  'es-419 es-ES es-MX et eu fa fi fil fo fr fr-CA fr-FR fy ga gaa gd gl gn gu ha haw he hi hr ht hu hy ia id ig is it ' +
  'ja jw ka kg kk km kn ko kri ku ky la lg ln lo loz lt lua lv mfe mg mi mk ml mn mr ms mt my ne nl nn no nso ny nyn oc ' +
  'om or pa pcm pl ps pt pt-BR pt-PT qu rm rn ro ru rw sd si sk sl sn so sq sr sr-Latn st su sv sw ta te tg th ti tk tn ' +
  'to tr tt tum tw ug uk ur uz vi wo xh yi yo zh-CN zh-HK zh-TW zu';

const listed: readonly string[] = codes.split(' ');
const listedLower: ReadonlySet<string> = new Set(listed.map((code) => code.toLowerCase()));

const names: Intl.DisplayNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The languages of alpha, by English name. */
export function languages(): Language[] {
  const named = listed.map((code) => ({ code, name: names.of(code) ?? code }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Whether `hl` may be the text, in any case: a two-letter code of a language, one of the engine's other codes, or a
 * two-letter code with a country (`de-AT`) or a script (`zh-Hant`).
 */
export function isLanguageCode(text: string): boolean {
  // The Kelvin sign and its like have ASCII letters for their lower case, but are none.
  if (!/^[\x20-\x7e]*$/.test(text)) return false;
  if (listedLower.has(text.toLowerCase())) return true;
  if (/^[a-z]{2}$/i.test(text)) return names.of(text) !== undefined;
  return isMarketCode(text) || /^(?:zh-han[st]|sr-latn|sr-cyrl)$/i.test(text);
}

/** Regions of markets that are no country: Latin America. */
const marketRegions: ReadonlySet<string> = new Set(['XL']);

/**
 * Whether a text is `<language>-<country>` of real codes, in any case: `de-AT`, `fil-PH`; also with the script between
 * them, `sr-Latn-RS`, and the market of Latin America, `es-XL`.
 */
export function isMarketCode(text: string): boolean {
  const [, language, region] = /^([a-z]{2,3})(?:-(?:latn|cyrl|hans|hant|arab))?-([a-z]{2})$/i.exec(text) ?? [];
  if (language === undefined || region === undefined || !isLanguageCode(language)) return false;
  return isCountryCode(region) || marketRegions.has(region.toUpperCase());
}
