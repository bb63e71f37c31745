const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** The next of several ids by an arrow key, or by j and k; undefined for any other key. */
export function nextByKey(event: KeyboardEvent, ids: readonly string[], here: string | undefined): string | undefined {
  const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(here ?? '') + step))];
}
