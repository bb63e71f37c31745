import type { PageRequest, RawPage } from '@svc/fetchers';

/** A language and a country, if known. */
export interface LanguageAndCountry {
  /** BCP 47. */
  readonly language?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
}

/** How a usable page contradicts the request. */
export type Doubt = 'wrong_language' | 'wrong_country';

/** Number of bytes at the beginning of a page in which signs of the locale are searched for. */
const headLength = 16_384;

/** The language and country for which an engine says it answered. */
export function servedLocale(
  { served }: EngineLocale,
  { body, headers }: Pick<RawPage, 'body' | 'headers'>,
): LanguageAndCountry {
  const head = Buffer.from(body.subarray(0, headLength)).toString('latin1');
  const tag = /<html\b([^<>]{0,2000})>/i.exec(head)?.[1] ?? '';
  const lang = /(?:^|[\s"'])lang=["']?([a-z\d-]{2,20})/i.exec(tag)?.[1];
  return served({ lang, head, headers });
}

/** The language and country that a request asks for by parameters; undefined where the engine chooses. */
export function requestedLocale(
  { requested }: EngineLocale,
  { url, cookies }: Pick<PageRequest, 'url' | 'cookies'>,
): LanguageAndCountry {
  const { searchParams } = new URL(url);
  return requested((name) => searchParams.get(name) ?? undefined, cookies);
}

/** The parts of an answer that show its locale. */
interface AnswerHead extends Pick<RawPage, 'headers'> {
  /** `lang` of the page. */
  readonly lang: string | undefined;
  /** The first characters of the page. */
  readonly head: string;
}

/** How an engine is asked for a locale, and how its answers show their locale. */
export interface EngineLocale {
  served(answer: AnswerHead): LanguageAndCountry;
  requested(given: (name: string) => string | undefined, cookies: PageRequest['cookies']): LanguageAndCountry;
}

/** How an answer contradicts the request, the language before the country; undefined if it does not, or if that is unknown. */
export function doubtOf(requested: LanguageAndCountry, served: LanguageAndCountry): Doubt | undefined {
  const [wanted, given] = [writtenForm(requested.language), writtenForm(served.language)];
  if (wanted !== undefined && given !== undefined && wanted !== given) return 'wrong_language';
  if (requested.country === undefined || served.country === undefined) return undefined;
  return requested.country.toUpperCase() === served.country.toUpperCase() ? undefined : 'wrong_country';
}

/** The three codes of Norway count as one language, as for alpha. */
const norwegian: ReadonlySet<string> = new Set(['nb', 'nn', 'no']);

/** The language as readers distinguish it: Chinese with its script, all others without region and script. */
function writtenForm(tag: string | undefined): string | undefined {
  const { language, script } = parseLocale(tag)?.maximize() ?? {};
  if (language === 'zh') return `${language}-${script}`;
  return language !== undefined && norwegian.has(language) ? 'no' : language;
}

/** Region of a language tag; undefined if it has none. */
export function regionOf(tag: string | undefined): string | undefined {
  return parseLocale(tag)?.region;
}

/** Parses a language tag; undefined if it is invalid, because pages may contain anything. */
export function parseLocale(tag: string | undefined): Intl.Locale | undefined {
  try {
    return tag === undefined ? undefined : new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
