// Reports a run: a table by folder, and a list of the mutants that no stage detects.
import { relative } from 'node:path';

/** Killed ÷ judged mutants after each stage, one column per stage. Equivalents and mutants that cannot be switched are not judged. */
export function tableOf(sample, stages) {
  const folders = [...new Set(sample.map(({ folder }) => folder))];
  const rows = folders.map((name) => [
    name,
    rowOf(
      sample.filter(({ folder }) => folder === name),
      stages,
    ),
  ]);
  return Object.fromEntries([...rows, ['all', rowOf(sample, stages)]]);
}

function rowOf(sites, stages) {
  const judged = sites.filter(isJudged);
  const scores = stages.map((stage, index) => {
    const noticed = judged.filter((site) => stages.slice(0, index + 1).includes(site.stage)).length;
    return [stage, Number((noticed / judged.length).toFixed(2))];
  });
  return {
    mutants: judged.length,
    equivalent: sites.filter(({ equivalent }) => equivalent !== undefined).length,
    killed: judged.filter(({ status }) => status === 'killed').length,
    unreached: judged.filter(({ status }) => status === 'unreached').length,
    ...Object.fromEntries(scores),
  };
}

function isJudged({ status, equivalent }) {
  return status !== 'once' && equivalent === undefined;
}

/** Mutants that no stage detects, by place. */
export function survivorsOf(sample, home) {
  return sample.filter((site) => isJudged(site) && site.status !== 'killed').map((site) => described(site, home));
}

/** Listed equivalents that a stage detects, with the stage or the unit test. */
export function refutedOf(sample, home) {
  return sample
    .filter(({ status, equivalent }) => status === 'killed' && equivalent !== undefined)
    .map((site) => ({ ...described(site, home), by: site.by }));
}

/** A mutant in readable form. */
export function described({ file, line, kind, mutated, status }, home) {
  return { place: `${relative(home, file)}:${line}`, status, kind, mutated: mutated.replace(/\s+/g, ' ') };
}
