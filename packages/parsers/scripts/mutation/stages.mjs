// The stages that can detect a mutant. Each runs in a child process that tries one mutant at a time.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Milliseconds without a message after which a mutant counts as an endless loop, unless the child has detected it by
 * counting. A child sends `busy` between two tests or pages, because all of them can take longer on a busy machine.
 */
const maxRun = 60_000;

/**
 * Runs all mutants that have not been detected yet. A stage reports `killed`, `survived`, `unreached`, or `once` for a
 * site that is only reached in the first run. A mutant is reached if any stage reaches it. A child that reports that a
 * mutant has damaged it is replaced, and a mutant whose status it does not report is tried again. `reportAlive` is called
 * with each mutant that the stage does not detect.
 */
export async function runStage(sites, stage, script, args, reportAlive) {
  const waiting = sites.filter(({ status }) => status !== 'killed').map(({ id }) => id);
  while (waiting.length > 0) await runChild(sites, waiting, { stage, script, args, reportAlive });
}

/** Runs one child until all mutants are done or one does not terminate. */
function runChild(sites, waiting, { stage, script, args, reportAlive }) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, { stdio: 'inherit' });
    let timer;
    let isReady = false;
    let isDamaged = false;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), maxRun);
    };
    child.on('message', (message) => {
      if (message === 'busy') return wait();
      clearTimeout(timer);
      isReady = true;
      isDamaged = message.isDamaged === true;
      if (message.status !== undefined) {
        const site = sites[waiting.shift()];
        note(site, stage, message);
        if (message.status === 'survived' || message.status === 'unreached') reportAlive?.(site);
      }
      if (waiting.length % 50 === 0) process.stderr.write(`${stage}: ${waiting.length} mutants left\n`);
      if (waiting.length === 0 || isDamaged) child.kill();
      else {
        wait();
        child.send(waiting[0]);
      }
    });
    child.on('exit', () => {
      clearTimeout(timer);
      if (!isReady) throw new Error(`${script} did not start`);
      if (waiting.length > 0 && !isDamaged) note(sites[waiting.shift()], stage, { status: 'killed' }); // an endless loop, or it terminated the process
      resolve();
    });
  });
}

/** Statuses in ascending order. The highest of all stages counts. */
const strength = ['unreached', 'once', 'survived', 'killed'];

function note(site, stage, { status, by = stage }) {
  if (strength.indexOf(status) > strength.indexOf(site.status)) site.status = status;
  if (status === 'killed') Object.assign(site, { stage, by });
}
