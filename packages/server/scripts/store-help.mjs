// Stores the help of every command in dist/help.json, so that `svc … --help` is fast. With --check it only compares,
// and fails if the file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { helpTexts } from '../dist/commands/program.js';

const file = new URL('../dist/help.json', import.meta.url);
const texts = JSON.stringify(await helpTexts());
if (!process.argv.includes('--check')) writeFileSync(file, texts);
else if (readFileSync(file, 'utf8') !== texts)
  throw new Error('dist/help.json differs from the help of the program; build again');
