import { foldPlaceName } from './fold.js';

/** A country. */
export interface Country {
  /** ISO 3166-1 alpha-2, upper case. */
  code: string;
  /** English name. */
  name: string;
}

/** The officially assigned codes of ISO 3166-1, and `XK`, which is commonly used for Kosovo. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT ' +
  'JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

/** The engines' names of countries that differ from the English names in Unicode CLDR. */
const engineNames: Readonly<Record<string, string>> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  HK: 'Hong Kong',
  MO: 'Macau',
  PS: 'Palestine',
};

const englishNames = new Map<string, Intl.DisplayNames>();

/** English names, from the locale data. Opening them takes tens of milliseconds, which most commands need not. */
function inEnglish(type: 'region' | 'language'): Intl.DisplayNames {
  const names = englishNames.get(type) ?? new Intl.DisplayNames('en', { type, fallback: 'none' });
  englishNames.set(type, names);
  return names;
}

const countryCodes: ReadonlySet<string> = new Set(codes.split(' '));

/** Languages in which names of countries are recognized. */
const nameLanguages =
  'en ar bg bn ca cs da de el es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta th tr uk ' +
  'ur vi zh zh-Hant';

/** Common and former names that are not in Unicode CLDR. */
const otherNames: Readonly<Record<string, string>> = {
  America: 'US',
  Brasil: 'BR',
  Britain: 'GB',
  'Great Britain': 'GB',
  Burma: 'MM',
  'Cape Verde': 'CV',
  'Czech Republic': 'CZ',
  'Democratic Republic of Congo': 'CD',
  DPRK: 'KP',
  'DR Congo': 'CD',
  DRC: 'CD',
  'East Timor': 'TL',
  Emirates: 'AE',
  'Federated States of Micronesia': 'FM',
  Holland: 'NL',
  'Ivory Coast': 'CI',
  Korea: 'KR',
  Lao: 'LA',
  Macao: 'MO',
  Macedonia: 'MK',
  'Mainland China': 'CN',
  PRC: 'CN',
  "People's Republic of China": 'CN',
  Persia: 'IR',
  'Republic of China': 'TW',
  'Republic of Ireland': 'IE',
  'Republic of Korea': 'KR',
  Rhodesia: 'ZW',
  'Russian Federation': 'RU',
  'Slovak Republic': 'SK',
  Swaziland: 'SZ',
  Turkey: 'TR',
  Turkiye: 'TR',
  UAE: 'AE',
  'U.S.A.': 'US',
  'United States of America': 'US',
  'Upper Volta': 'BF',
  USA: 'US',
  Vatican: 'VA',
  'Viet Nam': 'VN',
  'Western Samoa': 'WS',
  Zaire: 'CD',
  Bosnia: 'BA',
  Ceylon: 'LK',
  Siam: 'TH',
};

/** Common names of a country that are not in Unicode CLDR. */
export function countryAliases(code: string): string[] {
  return Object.keys(otherNames).filter((name) => otherNames[name] === code);
}

/** Territories with their own code that are often named as part of another country. */
const territories: Readonly<Record<string, string>> = {
  CN: 'HK MO TW',
  DK: 'FO GL',
  FI: 'AX',
  FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
  GB: 'AI BM FK GG GI IM JE KY MS PN SH TC VG',
  NL: 'AW BQ CW SX',
  NO: 'SJ',
  NZ: 'CK NU TK',
  AU: 'CC CX NF',
  RS: 'XK',
  US: 'AS GU MP PR VI',
};

/** Code of the country that a territory with its own code is often named with. */
export function sovereignOf(code: string): string | undefined {
  return Object.keys(territories).find((country) => territories[country]!.split(' ').includes(code));
}

/** Every country, by English name. */
export function countries(): Country[] {
  const named = [...countryCodes].map((code) => ({ code, name: countryName(code) }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Whether a text is an ISO 3166-1 code in any case, `uk` or `xk`. */
export function isCountryCode(text: string): boolean {
  return /^[a-z]{2}$/i.test(text) && countryCodes.has(toIsoCountryCode(text));
}

/** The ISO 3166-1 code of a country, in upper case. Converts the common `uk` to `GB`. */
export function toIsoCountryCode(code: string): string {
  const upper = code.toUpperCase();
  return upper === 'UK' ? 'GB' : upper;
}

/** The English name of a country, by code. */
function countryName(code: string): string {
  return engineNames[code] ?? inEnglish('region').of(code) ?? code;
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** Finds a country by its code, or by its name in one of many languages. */
export function findCountry(text: string): string | undefined {
  if (isCountryCode(text)) return toIsoCountryCode(text);
  codesByName ??= readNames();
  const name = foldPlaceName(text);
  return codesByName.get(name) ?? codesByName.get(name.replace(/^the /, ''));
}

function readNames(): Map<string, string> {
  const names = new Map(Object.entries(otherNames).map(([name, code]) => [foldPlaceName(name), code]));
  for (const [code, name] of Object.entries(engineNames)) addName(names, name, code);
  for (const language of nameLanguages.split(' ')) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style });
      for (const code of countryCodes) addName(names, display.of(code), code);
    }
  }
  return names;
}

/** Keeps the first country for a name, so that English names take precedence. */
function addName(names: Map<string, string>, name: string | undefined, code: string): void {
  const key = foldPlaceName(name ?? '');
  if (key !== '' && !names.has(key)) names.set(key, code);
}

/** A language of alpha's user interface. */
export interface Language {
  /** Value of `hl`: `de`, `pt-BR`, `es-419`. */
  code: string;
  /** English name. */
  name: string;
}

/** The languages of alpha's user interface, by their `hl` code. */
const languageCodes =
  'ach af ak am ar az be bem bg bn br bs ca ceb chr ckb co crs cs cy da de ee el en en-AU en-CA en-GB en-IN en-US eo es ' +
  'es-419 es-ES es-MX et eu fa fi fil fo fr fr-CA fr-FR fy ga gaa gd gl gn gu ha haw he hi hr ht hu hy ia id ig is it ' +
  'ja jw ka kg kk km kn ko kri ku ky la lg ln lo loz lt lua lv mfe mg mi mk ml mn mr ms mt my ne nl nn no nso ny nyn oc ' +
  'om or pa pcm pl ps pt pt-BR pt-PT qu rm rn ro ru rw sd si sk sl sn so sq sr sr-Latn st su sv sw ta te tg th ti tk tn ' +
  'to tr tt tum tw ug uk ur uz vi wo xh yi yo zh-CN zh-HK zh-TW zu';

const listed: readonly string[] = languageCodes.split(' ');
const listedLower: ReadonlySet<string> = new Set(listed.map((code) => code.toLowerCase()));

/** The languages of alpha, by English name. */
export function languages(): Language[] {
  const named = listed.map((code) => ({ code, name: inEnglish('language').of(code) ?? code }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Whether a text is a valid `hl`, in any case: a two-letter language code, one of the engine's other codes, or a two-letter code with
 * a country (`de-AT`) or a script (`zh-Hant`).
 */
export function isLanguageCode(text: string): boolean {
  // The Kelvin sign and similar characters have an ASCII lower case, but are not ASCII.
  if (!/^[\x20-\x7e]*$/.test(text)) return false;
  if (listedLower.has(text.toLowerCase())) return true;
  if (/^[a-z]{2}$/i.test(text)) return inEnglish('language').of(text) !== undefined;
  return isMarketCode(text) || /^(?:zh-han[st]|sr-latn|sr-cyrl)$/i.test(text);
}

/** Market regions that are not countries: Latin America. */
const marketRegions: ReadonlySet<string> = new Set(['XL']);

/**
 * Whether a text is `<language>-<country>` with valid codes, in any case: `de-AT`, `fil-PH`; also with a script, such as
 * `sr-Latn-RS`, and for Latin America, `es-XL`.
 */
export function isMarketCode(text: string): boolean {
  const [, language, region] = /^([a-z]{2,3})(?:-(?:latn|cyrl|hans|hant|arab))?-([a-z]{2})$/i.exec(text) ?? [];
  if (language === undefined || region === undefined || !isLanguageCode(language)) return false;
  return isCountryCode(region) || marketRegions.has(region.toUpperCase());
}
