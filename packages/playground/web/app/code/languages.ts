import { commandLine } from './command-line.js';
import { curl } from './curl.js';
import { mcp } from './mcp.js';
import { python } from './python.js';
import type { Language } from './snippet.js';
import { typescript } from './typescript.js';

/** The ways to make a search elsewhere, in the order in which they are offered. */
export const languages: readonly Language[] = [curl, typescript, python, mcp, commandLine];
