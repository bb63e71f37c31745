import type { Freshness } from '@svc/fetchers';
import type { Operation } from '@svc/parsers';
import type { EngineLocale } from '../pages/served-locale.js';

/** Parameters of a joint search that not every engine supports. */
export interface EngineDependentParams {
  location: string;
  gl: string;
  hl: string;
  freshness: Freshness;
}

/** What the service knows of an engine besides its endpoints. */
export interface EngineDefinition {
  /** The name by which people and models know it. */
  readonly name: string;
  /** How it is asked for a language and country, and how its pages show them. */
  readonly locale: EngineLocale;
  /** The parameters of its web search for those of a joint search. Those left out are ignored and named in its state. */
  readonly jointParameters: {
    readonly [Name in keyof EngineDependentParams]?: (
      value: EngineDependentParams[Name],
    ) => Readonly<Record<string, unknown>>;
  };
  /** Its searches as engines of SearXNG. */
  readonly searxng: readonly SearxngEngine[];
}

/** A search as an engine of SearXNG. */
export interface SearxngEngine {
  /** Name in SearXNG's `settings.yml`. */
  readonly name: string;
  readonly operation: Exclude<Operation, 'alpha.autocomplete'>;
  readonly category: 'general' | 'news' | 'videos';
  /** Whether it is also in the group `web`, by which clients choose engines. */
  readonly isWeb: boolean;
  readonly shortcut: string;
  /** Whether it can be asked for a language. */
  readonly hasLanguages: boolean;
  /** Its parameters for a language, a country and a maximum age; undefined values are dropped. */
  readonly parameters: (given: SearxngFilters) => Readonly<Record<string, unknown>>;
}

/** What SearXNG can ask for besides a query and a page. */
interface SearxngFilters {
  readonly language: string | undefined;
  readonly country: string | undefined;
  readonly age: Freshness | undefined;
}
