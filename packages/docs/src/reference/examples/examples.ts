import { fence, json, tabs } from '../markdown.js';
import type { Endpoint } from '../spec.js';
import { callOf } from './call.js';
import { curl } from './curl.js';
import { python } from './python.js';
import { typescript } from './typescript.js';

/** The same request as curl, TypeScript and Python, and for a search of one engine as the call of its MCP tool. */
export function requestExamples(endpoint: Endpoint): string {
  const call = callOf(endpoint);
  const { search, body } = call;
  const isTool = /^(?:alpha|beta|gamma)\./.test(search ?? '') && body !== undefined && 'json' in body;
  return tabs([
    fence('sh', curl(call), 'curl'),
    fence('ts', typescript(call), 'TypeScript'),
    fence('python', python(call), 'Python'),
    ...(isTool
      ? [fence('json', json({ name: search?.replaceAll('.', '_'), arguments: body.json }), 'MCP, SVC_MCP_TOOLS=all')]
      : []),
  ]);
}
