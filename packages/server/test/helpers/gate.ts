/** A promise that can be resolved from outside. */
export interface Gate<T> {
  promise: Promise<T>;
  open(value: T): void;
}

/** Creates a closed gate. */
export function createGate<T>(): Gate<T> {
  let open: Gate<T>['open'] = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
