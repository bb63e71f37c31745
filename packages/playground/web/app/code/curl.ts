import { keyVariable, type Language } from './snippet.js';

/** The search as a command line of a POSIX shell. */
export const curl: Language = {
  id: 'curl',
  name: 'curl',
  needs: () => 'Any POSIX shell.',
  write: ({ url, body, key }) =>
    [
      `curl -sS ${quoted(url)}`,
      `  -H ${key === undefined ? `"x-api-key: $${keyVariable}"` : quoted(`x-api-key: ${key}`)}`,
      `  -H 'content-type: application/json'`,
      `  -d ${quoted(JSON.stringify(body))}`,
    ].join(' \\\n'),
};

/** One argument of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
