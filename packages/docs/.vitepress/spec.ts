import { readFileSync } from 'node:fs';
import type { Spec } from '../src/reference/spec.js';

/** The API description, against which the server's tests validate its responses. */
export const spec: Spec = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'));
