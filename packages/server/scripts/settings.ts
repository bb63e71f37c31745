// Writes the tables of the configuration guide, one per subject, from the settings in the code:
//
//   pnpm --filter @svc/server settings
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSettings } from './settings-tables.js';

// Runs from .work/scripts of the package, which is the working directory under pnpm.
const file = join(process.cwd(), '../docs/guides/configuration.md');
writeFileSync(file, withSettings(readFileSync(file, 'utf8')));
