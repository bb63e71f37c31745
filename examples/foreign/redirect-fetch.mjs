// Preloaded into a program with a fixed engine URL; redirects its requests to the engine to ENGINE_GATEWAY.
const { fetch } = globalThis;
const { ENGINE_GATEWAY } = process.env;

globalThis.fetch = (input, init) =>
  fetch(
    typeof input === 'string' ? input.replace(/^https:\/\/(?=www\.google\.com\/)/, `${ENGINE_GATEWAY}/`) : input,
    init,
  );
