import { regionOf } from '../pages/served-locale.js';
import type { EngineRecord } from './engine.js';

/** Bing. Its pages show language and country in a script, `_G={Region:"AT",Lang:"de-DE",…}`, and the market in a header. */
export const beta: EngineRecord = {
  name: 'Bing',
  locale: {
    served: ({ lang, head, headers }) => {
      const script = /\b_G=\{([^{}]{0,400})/.exec(head)?.[1] ?? '';
      const facts = new Map(
        [...script.matchAll(/\b(\w{1,20}):"([\w-]{2,20})"/g)].map(([, name, value]) => [name, value]),
      );
      const language = headers['x-as-setsessionuilang'] ?? facts.get('Lang') ?? lang;
      const country = facts.get('Region') ?? regionOf(headers['x-as-setsessionmarket'] ?? facts.get('Mkt'));
      return { language, country };
    },
    asked: (given) => ({ language: given('setlang'), country: given('cc') ?? regionOf(given('mkt')) }),
  },
  joint: {
    location: (location) => ({ location }),
    gl: (cc) => ({ cc }),
    freshness: (freshness) => ({ freshness }),
  },
  searxng: [
    {
      ...{ name: 'bing', operation: 'beta.search', category: 'general', isWeb: true, shortcut: 'bi' },
      hasLanguages: true,
      parameters: ({ language, country, age }) => ({
        mkt: language !== undefined && country !== undefined ? `${language}-${country}` : undefined,
        freshness: age,
      }),
    },
  ],
};
