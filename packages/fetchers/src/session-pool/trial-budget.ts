/** How many trials of exits that have failed may go before searches that a healthy exit could serve. */
export interface TrialBudget {
  /** An attempt was made, which earns a part of a trial. */
  add(): void;
  /** Whether a trial may be made now; it is paid for if so. */
  take(): boolean;
  /** A trial went well, so more of those that failed may be healthy again. */
  giveBack(): void;
}

/** Trials for each attempt. */
const share = 0.015;
/** Most trials that are saved up. */
const most = 5;

/** Makes a budget with all trials that can be saved up. */
export function createTrialBudget(): TrialBudget {
  let trials = most;
  return {
    add() {
      trials = Math.min(most, trials + share);
    },
    take() {
      if (trials < 1) return false;
      trials -= 1;
      return true;
    },
    giveBack() {
      trials = Math.min(most, trials + 2);
    },
  };
}
