// Stores the help of every command in dist/help.json, from which `svc … --help` answers at once.
import { writeFileSync } from 'node:fs';
import { helpTexts } from '../dist/commands/program.js';

writeFileSync(new URL('../dist/help.json', import.meta.url), JSON.stringify(await helpTexts()));
