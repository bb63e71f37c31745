import { quoted } from './curl.js';
import { keyVariable, type Language } from './snippet.js';

/** The search by the command line of this service. */
export const commandLine: Language = {
  id: 'svc',
  name: 'svc',
  needs: () => 'npm install @svc/server, and any POSIX shell.',
  write({ operation, base, body, include, key }) {
    const { query = '', ...parameters } = body;
    const flags = Object.entries(parameters).map(([name, value]) => `--${name} ${quoted(String(value))}`);
    const extras = include.length === 0 ? [] : [`--include ${include.join(',')}`];
    const own = key === undefined ? `"$${keyVariable}"` : quoted(key);
    const call = `npx svc search ${operation} --json`;
    return [call, `--url ${quoted(base)}`, `--key ${own}`, ...flags, ...extras, `-- ${quoted(String(query))}`].join(
      ' \\\n  ',
    );
  },
};
