/** A word that makes a simulated engine misbehave, as `sim:captcha` in a query. */
export interface SimulatorWord {
  readonly word: string;
  /** What the engine then sends. */
  readonly meaning: string;
}
