/** A value stored by the browser for this page. If storage is unavailable, nothing is stored. */
export interface StoredValue<Value> {
  read(): Value;
  write(value: Value): void;
}

/** A value stored as JSON under a name; `check` converts any stored data into a valid value. */
export function storedValue<Value>(
  area: () => Storage,
  name: string,
  check: (found: unknown) => Value,
): StoredValue<Value> {
  const key = `svc.playground.${name}`;
  return {
    read() {
      try {
        return check(JSON.parse(area().getItem(key) ?? 'null'));
      } catch {
        return check(null); // storage is unavailable, or contains invalid data
      }
    },
    write(value) {
      try {
        area().setItem(key, JSON.stringify(value));
      } catch {
        // Storage is full or unavailable, and the page works without it.
      }
    },
  };
}
