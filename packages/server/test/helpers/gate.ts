/** A promise that is kept from outside. */
export interface Gate<T> {
  promise: Promise<T>;
  open(value: T): void;
}

/** Makes a gate that is shut. */
export function createGate<T>(): Gate<T> {
  let open: Gate<T>['open'] = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
