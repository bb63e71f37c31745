import { keyVariable, type Language } from './snippet.js';

/** The search in Python, with its standard library. */
export const python: Language = {
  id: 'python',
  name: 'Python',
  needs: () => 'Python 3.8 or later; nothing to install.',
  write: ({ url, body, key }) => `import json
${key === undefined ? 'import os\n' : ''}import urllib.error
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${literal(body, 4)}).encode(),
    headers={
        "x-api-key": ${key === undefined ? `os.environ["${keyVariable}"]` : JSON.stringify(key)},
        "content-type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    raise SystemExit(f"{problem['code']}: {problem['detail']}")

print(json.dumps(answer, ensure_ascii=False, indent=2))`,
};

/** A dictionary of plain values. JSON strings are Python strings, but for characters that JSON writes as pairs. */
function literal(body: Readonly<Record<string, unknown>>, indent: number): string {
  const space = ' '.repeat(indent + 4);
  const lines = Object.entries(body).map(([name, value]) => `${space}${JSON.stringify(name)}: ${pythonValue(value)},`);
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}

function pythonValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
