import { type ProxyServer, parseProxies, parseUrl } from '@svc/fetchers';
import { type ApiKey, parseApiKey } from '../limits/keys/api-key.js';

/** One environment variable. */
export interface Setting<T> {
  /** Name of the variable. */
  name: string;
  /** What it does, in one line. */
  description: string;
  /** The value when the variable is not set. */
  fallback: string;
  /** Which values are valid, as the end of "must be …". */
  must: string;
  /** Whether the value is never shown, not even in a fault. @default false */
  secret?: boolean;
  /** Parses the value; undefined if it is invalid. */
  read(text: string): T | undefined;
}

/** The settings for some values, by name. */
export type Settings<Values> = { readonly [Key in keyof Values]: Setting<Values[Key]> };

export type SettingMetadata = Pick<Setting<unknown>, 'name' | 'description' | 'fallback'>;

/** Any text. */
export function textSetting(metadata: SettingMetadata): Setting<string> {
  return { ...metadata, must: 'text', read: (text) => text };
}

/** Any text, never shown. */
export function secretSetting(metadata: SettingMetadata): Setting<string> {
  return { ...textSetting(metadata), secret: true };
}

/** The address of a server, which may hold credentials; '' for none. */
export function addressSetting(
  metadata: SettingMetadata,
  schemes: readonly string[] = ['http:', 'https:'],
): Setting<string> {
  return {
    ...metadata,
    must: `an address with ${schemes.join(', ')}`,
    secret: true,
    read(text) {
      const url = text === '' ? undefined : parseUrl(text);
      return text === '' || (url !== undefined && schemes.includes(url.protocol)) ? text : undefined;
    },
  };
}

/** A comma-separated list of origins of web pages, each as a browser sends it. */
export function originsSetting(metadata: SettingMetadata): Setting<readonly string[]> {
  return {
    ...metadata,
    must: 'a comma-separated list of origins such as https://app.example.com',
    read: (text) => allOrNone(listIn(text).map((entry) => (parseUrl(entry)?.origin === entry ? entry : undefined))),
  };
}

/** A whole number within limits. */
export function integerSetting(metadata: SettingMetadata, min: number, max: number): Setting<number> {
  return {
    ...metadata,
    must: `a whole number from ${min} to ${max}`,
    read(text) {
      const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** One of several words. */
export function choiceSetting<Choice extends string>(
  metadata: SettingMetadata,
  choices: readonly Choice[],
): Setting<Choice> {
  return {
    ...metadata,
    must: `one of ${choices.join(', ')}`,
    read: (text) => choices.find((choice) => choice === text),
  };
}

/** `true` or `false`. */
export function booleanSetting(metadata: SettingMetadata): Setting<boolean> {
  const words = new Map([
    ['true', true],
    ['false', false],
  ]);
  return { ...metadata, must: 'true or false', read: (text) => words.get(text) };
}

/** A comma-separated list of API keys. */
export function keysSetting(metadata: SettingMetadata, state: { disabled: boolean }): Setting<ApiKey[]> {
  return {
    ...metadata,
    must: 'a comma-separated list of keys (8 to 256 visible characters) or id:sha256 pairs',
    secret: true,
    read: (text) => allOrNone(listIn(text).map((entry) => parseApiKey(entry, state))),
  };
}

/** A comma-separated list of proxy addresses. */
export function proxiesSetting(metadata: SettingMetadata): Setting<ProxyServer[]> {
  return {
    ...metadata,
    must: 'a comma-separated list of addresses such as http://user:password@host:port',
    secret: true,
    read(text) {
      try {
        return parseProxies(listIn(text));
      } catch {
        return undefined; // the message of the error could name an address
      }
    },
  };
}

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function allOrNone<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}
