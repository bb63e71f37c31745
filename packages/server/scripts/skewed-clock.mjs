// Sets the clock of a process off by CLOCK_SKEW_MS milliseconds: node --import ./skewed-clock.mjs
const skew = Number(process.env.CLOCK_SKEW_MS);
const [now, OwnDate] = [Date.now, Date];

globalThis.Date = class extends OwnDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now() + skew] : given));
  }

  static now() {
    return now() + skew;
  }
};
