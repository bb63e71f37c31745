import type { Call } from './call.js';

export function curl({ method, address, headers, body }: Call): string {
  const first = `curl -s ${method === 'DELETE' ? '-X DELETE ' : ''}${address.includes('?') ? `'${address}'` : address} \\`;
  const others = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`);
  const key = `  -H "x-api-key: $SVC_KEY"${others.join('')}`;
  if (!body) return `${first}\n${key}`;
  const data =
    'file' in body ? `--data-binary @${body.file}` : `-d '${JSON.stringify(body.json).replaceAll("'", "'\\''")}'`;
  return `${first}\n${key} -H 'content-type: ${body.type}' \\\n  ${data}`;
}
