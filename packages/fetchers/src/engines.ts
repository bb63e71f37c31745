/** The search engines: `alpha` is Google, `beta` is Bing, `gamma` is Brave Search. */
export const engines = ['alpha', 'beta', 'gamma'] as const;
export type Engine = (typeof engines)[number];

/** A kind of search on one engine: `<engine>.<kind>`. */
export type Operation =
  | 'alpha.search'
  | 'alpha.news'
  | 'alpha.videos'
  | 'alpha.autocomplete'
  | 'beta.search'
  | 'gamma.search';

/** What is known of the network of an engine. */
interface EngineNetwork {
  /** Hosts of its pages, including consent and captcha pages. */
  readonly hosts: RegExp;
  /** Further hosts from which its pages load scripts and styles. @default none */
  readonly assets?: RegExp;
  /** Concurrent searches that it tolerates from one address. @default 4 */
  readonly perAddress?: number;
}

/** One row per engine; a missing one does not compile. */
export const networks: Readonly<Record<Engine, EngineNetwork>> = {
  alpha: {
    hosts: /^(?:[a-z0-9-]+\.)*(?:google\.(?:com?\.)?[a-z]{2,3}|youtube\.com)$/,
    assets: /^(?:[a-z0-9-]+\.)*(?:gstatic\.com|googleapis\.com|googleusercontent\.com|recaptcha\.net|ytimg\.com)$/,
  },
  beta: { hosts: /^(?:[a-z0-9-]+\.)*bing\.com$/, assets: /^(?:[a-z0-9-]+\.)*bing\.net$/ },
  gamma: { hosts: /^(?:[a-z0-9-]+\.)*brave\.com$/, perAddress: 1 }, // refuses the second or third
};
