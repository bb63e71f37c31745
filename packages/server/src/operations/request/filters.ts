import { type BooleanFlag, type Device, type Freshness, isCountryCode, isLanguageCode } from '@svc/fetchers';
import { z } from 'zod';
import { type OptionalParameter, textParameter } from './parameters.js';

/** Parameters that filter results or describe the client. They are not echoed. */

export const device: OptionalParameter<Device> = choice(['desktop', 'mobile', 'tablet'], {
  what: 'Device of the search; default: `desktop`.',
});

export const safe: OptionalParameter<boolean> = z
  .boolean('must be true or false')
  .meta({ description: 'Whether to leave out explicit results; default: that of the engine.' })
  .exactOptional();

export const freshness: OptionalParameter<Freshness> = choice(['day', 'week', 'month', 'year'], {
  what: 'Maximum age of results; default: any age.',
});

export const lr: OptionalParameter<string> = textParameter({
  must: 'must be languages such as "lang_pt", several joined by "|", at most 256 characters',
  description: 'Languages of results: `lang_pt`, several joined by `|`.',
  isValid: (value) => areAll(value, /^lang_(.+)$/, isLanguageCode),
  schema: { maxLength: 256, pattern: '^lang_[^|]+(\\|lang_[^|]+)*$', examples: ['lang_pt'] },
}).exactOptional();

export const cr: OptionalParameter<string> = textParameter({
  must: 'must be countries such as "countryPT", several joined by "|", each with "-" for all others, at most 256 characters',
  description: 'Countries of results: `countryPT`, several joined by `|`; `-countryPT` for all others.',
  isValid: (value) => areAll(value, /^-?country(.+)$/, isCountryCode),
  schema: { maxLength: 256, pattern: '^-?country[A-Za-z]{2}(\\|-?country[A-Za-z]{2})*$', examples: ['countryPT'] },
}).exactOptional();

export const nfpr: OptionalParameter<BooleanFlag> = onOrOff(
  'Whether to search for the query as spelt, without correction.',
);

export const filter: OptionalParameter<BooleanFlag> = onOrOff(
  'Whether to leave out results that are very similar to others; default: true.',
);

/** Parameters of all pages of alpha with rows. */
export const alphaFilters: {
  readonly device: typeof device;
  readonly safe: typeof safe;
  readonly lr: typeof lr;
  readonly cr: typeof cr;
  readonly nfpr: typeof nfpr;
  readonly filter: typeof filter;
} = { device, safe, lr, cr, nfpr, filter };

const longest = 256;

function areAll(list: string, form: RegExp, isCode: (text: string) => boolean): boolean {
  if (list.length > longest) return false;
  return list.split('|').every((item) => isCode(form.exec(item)?.[1] ?? ''));
}

function choice<Choice extends string>(
  choices: readonly Choice[],
  { what }: { what: string },
): OptionalParameter<Choice> {
  const must = `must be ${choices.map((name) => `"${name}"`).join(', ')}`.replace(/, ([^,]*)$/, ' or $1');
  return z.enum(choices, must).meta({ description: what }).exactOptional();
}

function onOrOff(description: string): OptionalParameter<BooleanFlag> {
  const must = 'must be true, false, 1 or 0';
  return z
    .union([z.boolean(), z.literal([0, 1])], must)
    .meta({ description })
    .exactOptional();
}
