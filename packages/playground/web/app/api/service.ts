import { takeStartApiKey } from '../state/settings.js';
import type { Advice } from './advice.js';
import { serviceBaseUrl } from './base.js';
import { type ApiDescription, describeApi } from './description.js';

/** Data about the service that the page needs before it can be used. */
export interface Service {
  description: ApiDescription;
  /** The quick start key, from the URL printed at startup or from the settings of the service. */
  startKey: string | undefined;
  /** Query words with a special meaning for simulated engines; none if the engines are real. */
  words: readonly SimulatorWord[];
  advice: Advice;
}

/** A word that makes a simulated engine respond differently. */
interface SimulatorWord {
  word: string;
  meaning: string;
}

interface Settings {
  key?: string | null;
  words?: SimulatorWord[];
  advice?: Advice;
}

/** Loads the data from the service. Rejects if it does not respond. */
export async function loadService(): Promise<Service> {
  const ofAddress = takeStartApiKey(); // at once, so that the key is removed from the URL before the service responds
  const [description, settings] = await Promise.all([
    json('openapi.json').then(describeApi),
    json('playground.json').then((settings) => settings as Settings),
  ]);
  const startKey = ofAddress || (settings.key ?? '');
  return {
    description,
    startKey: startKey === '' ? undefined : startKey,
    words: settings.words ?? [],
    advice: settings.advice ?? {},
  };
}

async function json(path: string): Promise<unknown> {
  const response = await fetch(new URL(path, serviceBaseUrl));
  if (!response.ok) throw new Error(`${path} answers with status ${response.status}`);
  return response.json();
}
