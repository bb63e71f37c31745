import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FieldKind } from '../api/fields.js';
import { fetchCountries, fetchLanguages, type Option } from '../api/lookups.js';
import { Combobox } from './combobox.js';
import type { FieldControlProps } from './control.js';

/** How a parameter writes the codes of a list. */
interface ListKind {
  load: (key: string) => Promise<Option[]>;
  write: (code: string) => string;
}

const lists: Readonly<Partial<Record<FieldKind, ListKind>>> = {
  country: { load: fetchCountries, write: (code) => code },
  countries: { load: fetchCountries, write: (code) => `country${code.toUpperCase()}` },
  language: { load: fetchLanguages, write: (code) => code },
  languages: { load: fetchLanguages, write: (code) => `lang_${code}` },
  market: { load: fetchLanguages, write: (code) => `${code}-` },
};

const most = 60;

/** Countries and languages, by name or code. */
export function ListField(props: FieldControlProps): JSX.Element {
  const { field, value, apiKey, onInput } = props;
  const [all, setAll] = useState<Option[]>([]);
  const [message, setMessage] = useState<string>();
  const [isWanted, setWanted] = useState(false);
  const isCountry = field.kind === 'market' && value.includes('-');
  const list = isCountry ? market(value) : lists[field.kind];
  useEffect(() => {
    if (!isWanted || list === undefined) return;
    let isCurrent = true;
    const show = (options: Option[], said: string | undefined) => {
      if (!isCurrent) return;
      setAll(options);
      setMessage(said);
    };
    list.load(apiKey).then(
      (options) => show(options, undefined),
      (error: unknown) => show([], error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, field.kind, isCountry, apiKey]);
  const options = useMemo(() => matching(all, { value, write: list?.write ?? String }), [all, value, list?.write]);
  return (
    <Combobox
      {...props}
      name={field.name}
      placeholder={field.example ?? ''}
      options={options}
      message={message}
      onFocus={() => setWanted(true)}
      onInput={onInput}
    />
  );
}

/** The country of a market; its language is kept. */
function market(value: string): ListKind {
  const [language = ''] = value.split('-', 1);
  return { load: fetchCountries, write: (code) => `${language}-${code.toUpperCase()}` };
}

interface Wanted {
  value: string;
  write: (code: string) => string;
}

/** Options of which a name, code or value starts with the text. A complete value lists all options. */
function matching(all: readonly Option[], { value, write }: Wanted): Option[] {
  const options = all.map((option) => ({ ...option, value: write(option.value) }));
  const text = value.trim().toLowerCase();
  const isWhole = text === '' || options.some((option) => option.value.toLowerCase() === text);
  const begins = (option: Option, index: number) =>
    [option.label, option.value, all[index]?.value ?? ''].some((name) => name.toLowerCase().startsWith(text));
  return (isWhole ? options : options.filter(begins)).slice(0, isWhole ? all.length : most);
}
