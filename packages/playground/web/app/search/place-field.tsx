import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Option, placesLike } from '../api/lookups.js';
import { Combobox } from './combobox.js';
import type { ControlProps } from './control.js';

/** Milliseconds that a person must have stopped writing before places are looked up. */
const pause = 150;

/** `location`: places are proposed as they are written. */
export function PlaceField(props: ControlProps): JSX.Element {
  const { field, apiKey, onInput } = props;
  const [places, setPlaces] = useState<Option[]>([]);
  const [message, setMessage] = useState<string>();
  const [written, setWritten] = useState('');
  useEffect(() => {
    const text = written.trim();
    if (text.length < 2) return setPlaces([]);
    const controller = new AbortController();
    const show = (found: Option[], said: string | undefined) => {
      if (controller.signal.aborted) return;
      setPlaces(found);
      setMessage(said);
    };
    const timer = setTimeout(() => {
      placesLike(text, apiKey, controller.signal).then(
        (found) => show(found, found.length === 0 ? 'No place of that name' : undefined),
        (error: unknown) => show([], error instanceof Error ? error.message : String(error)),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [written, apiKey]);
  return (
    <Combobox
      {...props}
      name={field.name}
      placeholder={`Seen from${field.example ? `, as ${field.example.split(',')[0]}` : ''} …`}
      options={places}
      message={message}
      onInput={(next) => {
        setWritten(next);
        onInput(next);
      }}
    />
  );
}
