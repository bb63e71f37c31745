import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { endAll, settingNames } from './helpers/command-line.js';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const root = join(packageFolder, '../..');
const deploy = join(packageFolder, 'deploy');
const names = new Set(settingNames());
afterAll(endAll);

const read = (file: string) => readFileSync(join(deploy, file), 'utf8');
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$|file$/.test(file));
const yamlFiles = files.filter((file) => /\.ya?ml$/.test(file));

it.each(files)('%s uses only existing settings', (file) => {
  const used = [...read(file).matchAll(/\bSVC_[A-Z_]+\b/g)].map(([name]) => name);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

it.each(yamlFiles)('%s is valid YAML', (file) => {
  const documents = parseAllDocuments(read(file));
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
});

describe('Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions();
  const last = instructions.slice(instructions.map(keyword).lastIndexOf('FROM'));
  const argumentsOf = (name: string) => last.filter((line) => keyword(line) === name).map(textOf);

  it('uses only known instructions', () => {
    const known = 'FROM WORKDIR COPY RUN ARG ENV VOLUME USER EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD'.split(' ');
    expect(instructions.map(keyword).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('runs as an unprivileged user, has a health check, and stops with SIGTERM', () => {
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('HEALTHCHECK')).toHaveLength(1);
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('copies only from an earlier stage', () => {
    const copies = last.filter((line) => keyword(line) === 'COPY').map(String);
    expect(copies).toEqual(['COPY --from=build --chown=root:root /app /app']);
  });

  it('packs only existing packages', () => {
    const packed = /for package in ([\w ]+);/.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
    const missing = packed.filter((name) => !existsSync(join(root, 'packages', name, 'package.json')));
    expect(packed).toContain('server');
    expect(missing).toEqual([]);
  });

  it('installs the tested versions of optional packages', () => {
    const { stdout } = spawnSync(process.execPath, [join(deploy, 'optional-packages.mjs')], { encoding: 'utf8' });
    expect(stdout.trim().split('\n').length).toBeGreaterThan(3);
    expect(stdout.trim().split('\n')).toSatisfy((lines: string[]) =>
      lines.every((line) => /.@\d+\.\d+\.\d+$/.test(line)),
    );
  });
});

it('docker compose mounts only existing files', () => {
  const [compose] = parseAllDocuments(read('compose/compose.yml'));
  const { services } = compose!.toJS() as { services: Record<string, { volumes?: string[] }> };
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .map((volume) => volume.split(':')[0]!)
    .filter((path) => path.startsWith('.'));
  expect(mounted.length).toBeGreaterThan(4);
  expect(mounted.filter((path) => !existsSync(join(deploy, 'compose', path)))).toEqual([]);
});

it('Kubernetes allows more time to stop than the service takes', () => {
  const config = parseAllDocuments(read('kubernetes/svc.yaml')).map((document) => document.toJS());
  const { data } = config.find(({ kind }) => kind === 'ConfigMap');
  const { template } = config.find(({ kind }) => kind === 'Deployment').spec;
  const needed = (Number(data.SVC_DRAIN_DELAY_MS) + Number(data.SVC_SHUTDOWN_TIMEOUT_MS)) / 1000;
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed);
});

describe.skipIf(!has('promtool'))('promtool (Debian: prometheus)', () => {
  const work = join(packageFolder, '.work/promtool');
  beforeAll(() => {
    mkdirSync(work, { recursive: true });
    cpSync(join(deploy, 'compose/prometheus.yml'), join(work, 'prometheus.yml'));
    cpSync(join(packageFolder, 'observability/prometheus-alerts.yml'), join(work, 'prometheus-alerts.yml'));
  });

  it('accepts the Prometheus configuration and alert rules', () => {
    expect(run('promtool', ['check', 'config', join(work, 'prometheus.yml')])).toContain('SUCCESS');
  });
});

describe.skipIf(!has('systemd-analyze'))('systemd-analyze', () => {
  it('accepts the unit', () => {
    expect(run('systemd-analyze', ['verify', join(deploy, 'systemd/svc.service')])).toBe('');
  });
});

function keyword(instruction: Instruction): string {
  return instruction.getKeyword();
}

function textOf(instruction: Instruction): string {
  return instruction.getRawArgumentsContent() ?? '';
}

function has(command: string): boolean {
  const isThere = spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
  if (!isThere) console.warn(`SKIPPED: ${command} is not installed, so its checks did not run`);
  return isThere;
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return `${stdout}${stderr}`;
}

describe('workflows', () => {
  const folder = join(root, '.github/workflows');
  const workflows = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));

  it('pin every action to a commit, with its version as a comment', () => {
    const used = workflows.flatMap((workflow) => workflow.match(/\buses:.*/g) ?? []);
    const unpinned = used.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    expect([used.length > 10, unpinned]).toEqual([true, []]);
  });

  it('give tokens only to the steps that publish or open release pull requests', () => {
    const steps = workflows.flatMap((text) =>
      parseAllDocuments(text).flatMap((document) =>
        Object.values((document.toJS() as Workflow).jobs).flatMap((job) => job.steps),
      ),
    );
    const trusted = steps.filter(({ env = {} }) => Object.values(env).some((value) => value.includes('secrets.')));
    expect(trusted.map(({ uses, run }) => uses?.replace(/@.*/, '') ?? run)).toEqual([
      'changesets/action',
      'node .ci/publish.mjs packed',
    ]);
  });
});

interface Workflow {
  readonly jobs: Record<
    string,
    { readonly steps: readonly { uses?: string; run?: string; env?: Record<string, string> }[] }
  >;
}
