import { type Locale, parsedLocale } from '../pages/served-locale.js';
import type { EngineRecord, SearxngEngine } from './engine.js';

/** Languages that alpha writes with a region, which then is not the country of the search. */
const regionalLanguages: ReadonlySet<string> = new Set([
  ...['en-GB', 'en-US', 'es-419', 'es-ES', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-CN', 'zh-HK', 'zh-TW'],
]);

/** Google. Its pages show language and country by their `lang`: `de`, or `en-NG` if the country is not the language's own. */
export const alpha: EngineRecord = {
  name: 'Google',
  locale: {
    served: ({ lang }) => localeOf(lang),
    asked: (given) => ({ language: given('hl'), country: given('gl') }),
  },
  joint: {
    location: (location) => ({ location }),
    gl: (gl) => ({ gl }),
    hl: (hl) => ({ hl }),
    freshness: (freshness) => ({ tbs: `qdr:${freshness[0]}` }),
  },
  searxng: [
    searxng({ name: 'google', operation: 'alpha.search', category: 'general', isWeb: true, shortcut: 'go' }),
    searxng({ name: 'google news', operation: 'alpha.news', category: 'news', isWeb: false, shortcut: 'gon' }),
    searxng({ name: 'google videos', operation: 'alpha.videos', category: 'videos', isWeb: true, shortcut: 'gov' }),
  ],
};

function searxng(search: Omit<SearxngEngine, 'hasLanguages' | 'parameters'>): SearxngEngine {
  return {
    ...search,
    hasLanguages: true,
    parameters: ({ language, country, age }) => ({ hl: language, gl: country, tbs: age && `qdr:${age[0]}` }),
  };
}

function localeOf(lang: string | undefined): Locale {
  const locale = parsedLocale(lang);
  if (locale === undefined || locale.region === undefined || regionalLanguages.has(locale.baseName)) {
    return { language: lang };
  }
  return { language: locale.language, country: locale.region };
}
