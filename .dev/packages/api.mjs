// Holds the public types of each published package to a committed report, so that a change to them is seen in review:
// `api/<entry>.api.md` in the folder of the package, made by API Extractor from the built types.
//
//   pnpm api             fails, with the difference, where the types are not those of the report
//   pnpm api --write     writes the reports
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { folders, root } from './pack.mjs';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const temporary = mkdtempSync(join(tmpdir(), 'svc-api-'));
let failed = 0;
try {
  for (const folder of folders) checkPackage(join(root, folder), folder);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
if (failed > 0) {
  console.log('Where the change is meant, "pnpm api --write" writes the reports: commit them with a changeset.');
  process.exitCode = 1;
}

function checkPackage(folder, shown) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => types ?? []);
  const reports = entries.map((types) => `${reportName(types, entries)}.api.md`);
  if (new Set(reports).size < reports.length) throw new Error(`${name} has two entries of one name`);
  mkdirSync(join(folder, 'api'), { recursive: true });
  for (const [index, types] of entries.entries()) checkEntry(folder, types, reports[index], `${shown}/api`);
  const stale = readdirSync(join(folder, 'api')).filter((file) => !reports.includes(file));
  for (const file of stale) {
    if (values.write) rmSync(join(folder, 'api', file));
    else tell(false, `${shown}/api/${file}: ${name} exports nothing that this is a report of`);
  }
}

/** The name of an entry's file; with its folder where another entry has a file of that name. */
function reportName(types, entries) {
  const name = basename(types, '.d.ts');
  const isOnly = entries.filter((other) => basename(other, '.d.ts') === name).length === 1;
  return isOnly ? name : types.replace(/^\.\/dist\/|\.d\.ts$/g, '').replaceAll('/', '-');
}

function checkEntry(folder, types, report, shown) {
  const isMissing = !existsSync(join(folder, 'api', report));
  const told = [];
  const { succeeded, apiReportChanged } = Extractor.invoke(configOf(folder, types, report), {
    localBuild: values.write,
    printApiReportDiff: !values.write,
    messageCallback(message) {
      message.handled = true;
      if (message.logLevel === 'error' || message.messageId === 'console-api-report-diff') told.push(message.text);
    },
  });
  const isRight = succeeded && (values.write || !(apiReportChanged || isMissing));
  const fault = isMissing ? 'there is none' : 'the public types are not these';
  tell(isRight, `${shown}/${report}${isRight ? '' : `: ${fault}`}`);
  if (!isRight) console.log(told.join('\n'));
}

function tell(isRight, what) {
  if (!isRight) failed += 1;
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${what}`);
}

/** Types that an export names without being exported are in the report too: who changes one changes the export. */
function configOf(folder, types, report) {
  const silent = { default: { logLevel: 'none' } };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, types),
      newlineKind: 'lf',
      compiler: { overrideTsconfig: compilerConfig(folder, types) },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: join(folder, 'api'),
        reportTempFolder: temporary,
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
}

/** The TypeScript of API Extractor looks for the types of Node beside the working directory, unless told where they are. */
function compilerConfig(folder, types) {
  return {
    extends: join(folder, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(folder, 'node_modules', '@types')] },
    include: [],
    files: [join(folder, types)],
  };
}
