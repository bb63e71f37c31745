import { serviceBaseUrl } from './base.js';

/** An option of a list. */
export interface Option {
  /** The value to send. */
  value: string;
  /** The displayed name. */
  label: string;
  /** A second line with details. */
  note?: string | undefined;
}

/** A look-up without a response from the service. */
class LookupError extends Error {
  override readonly name = 'LookupError';
}

interface Named {
  code: string;
  name: string;
}

interface FoundPlace {
  name: string;
  canonical_name: string;
  target_type: string;
  population: number | null;
}

/** Places whose name starts with a text, best match first. */
export async function fetchPlaces(text: string, key: string, signal: AbortSignal): Promise<Option[]> {
  const query = new URLSearchParams({ q: text, limit: '8' });
  const { locations } = await look<{ locations: FoundPlace[] }>(`api/v1/locations?${query}`, key, signal);
  return locations.map(({ name, canonical_name, target_type, population }) => ({
    value: canonical_name,
    label: name,
    note: [target_type, canonical_name.replaceAll(',', ', '), population && peopleIn(population)]
      .filter(Boolean)
      .join(' · '),
  }));
}

/** All countries, by code. */
export async function fetchCountries(key: string): Promise<Option[]> {
  const { countries } = await look<{ countries: Named[] }>('api/v1/countries', key);
  return countries.map(optionOf);
}

/** All languages, by code. */
export async function fetchLanguages(key: string): Promise<Option[]> {
  const { languages } = await look<{ languages: Named[] }>('api/v1/languages', key);
  return languages.map(optionOf);
}

function optionOf({ code, name }: Named): Option {
  return { value: code, label: name, note: code };
}

const people = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function peopleIn(population: number): string {
  return `${people.format(population)} people`;
}

async function look<Answer>(path: string, key: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(new URL(path, serviceBaseUrl), {
    headers: { 'x-api-key': key },
    ...(signal && { signal }),
  });
  const body = (await response.json()) as Answer & { detail?: string };
  if (!response.ok) throw new LookupError(body.detail ?? `Status ${response.status}`);
  return body;
}
