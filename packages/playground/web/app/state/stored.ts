/** What browsers keep for this page. A browser may refuse to keep anything: then nothing is kept. */
export interface Kept<Value> {
  read(): Value;
  write(value: Value): void;
}

/** Something kept as JSON under a name; `check` turns whatever is found into a value. */
export function kept<Value>(area: () => Storage, name: string, check: (found: unknown) => Value): Kept<Value> {
  const key = `svc.playground.${name}`;
  return {
    read() {
      try {
        return check(JSON.parse(area().getItem(key) ?? 'null'));
      } catch {
        return check(null); // storage is switched off, or was written by something else
      }
    },
    write(value) {
      try {
        area().setItem(key, JSON.stringify(value));
      } catch {
        // Full or switched off: the page works without.
      }
    },
  };
}
