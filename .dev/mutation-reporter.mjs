// A reporter for Stryker that writes each result at once as a line of JSON, so that an interrupted run keeps its
// results.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const file = process.env.MUTATION_RESULTS;

class LinesReporter {
  onMutationTestingPlanReady({ mutantPlans }) {
    write({ planned: mutantPlans.length });
  }

  onMutantTested({ fileName, location, status, mutatorName, replacement, killedBy }) {
    const { line, column } = location.start;
    const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
    write({ place, status, mutatorName, replacement, killedBy: killedBy?.[0] });
  }
}

function write(result) {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'lines', injectableClass: LinesReporter }];
