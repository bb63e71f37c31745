// Writes the tables of the guide of settings, one for each subject, from the settings of the code:
//
//   pnpm --filter @svc/server settings
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSettings } from './settings-tables.js';

// It runs from .work/scripts of the package, which pnpm makes the working directory.
const file = join(process.cwd(), '../docs/guides/configuration.md');
writeFileSync(file, withSettings(readFileSync(file, 'utf8')));
