// Applications in Python, whose requests are in applications.py: each with a query, a query without results, an invalid
// key, and a blocked engine.
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('applications.py', import.meta.url));
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

/** Whether they can be run: they require `requests`, a Debian package. */
export const canRun = spawnSync('python3', ['-c', 'import requests'], { env }).status === 0;

const cases = {
  search: {
    query: 'river ferry',
    isRight: ({ links }) => links?.length > 1 && links.every((link) => /^https?:\/\/\S+$/.test(link)),
  },
  'nothing found': { query: 'sim:no_results', isRight: ({ links }) => links?.length === 0 },
  'wrong key': { query: 'tea', wrong: true, isRight: ({ error }) => /401|403|key|unauthorized/i.test(error ?? '') },
  'engine blocked': {
    query: 'sim:captcha',
    isRight: ({ error }) => /50[234]|captcha|valid results/i.test(error ?? ''),
  },
};

/** Numbers of applications and passed cases, and the failed ones, one per line. */
export async function runApplications({ origin, key }) {
  const [failed, names] = [[], new Set()];
  let passed = 0;
  for (const [name, { query, wrong = false, isRight }] of Object.entries(cases)) {
    const args = [program, origin, wrong ? 'nobody-knows-this-key' : key, query];
    const { stdout } = await promisify(execFile)('python3', args, { env });
    for (const [application, answer] of Object.entries(JSON.parse(stdout))) {
      names.add(application);
      if (isRight(answer)) passed += 1;
      else failed.push(`${application}: ${name} ${JSON.stringify(answer)}`);
    }
  }
  return { applications: names.size, passed, failed };
}
