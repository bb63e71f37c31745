import { takeStartKey } from '../state/settings.js';
import type { Advice } from './advice.js';
import { base } from './base.js';
import { type Description, describe } from './description.js';

/** What the page needs to know of the service before it can be used. */
export interface Service {
  description: Description;
  /** The key of the quick start: that of the address it printed, or that of the service's own settings. */
  startKey: string | undefined;
  /** Words that simulated engines heed in a query; none where the engines are real. */
  words: readonly SimulatorWord[];
  advice: Advice;
}

/** A word that makes a simulated engine answer otherwise. */
interface SimulatorWord {
  word: string;
  meaning: string;
}

interface Settings {
  key?: string | null;
  words?: SimulatorWord[];
  advice?: Advice;
}

/** Asks the service what it offers. Rejects where it does not answer. */
export async function loadService(): Promise<Service> {
  const ofAddress = takeStartKey(); // at once: it does not stay in the address while the service answers
  const [description, settings] = await Promise.all([
    json('openapi.json').then(describe),
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
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw new Error(`${path} answers with status ${response.status}`);
  return response.json();
}
