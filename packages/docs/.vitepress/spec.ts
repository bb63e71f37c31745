import { readFileSync } from 'node:fs';
import type { Spec } from '../src/reference/spec.js';

/** The description of the API that the server's package holds its own answers to. */
export const spec: Spec = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'));
