/** The values of a result by field, such as `organic_results.title`: rows of a list and labels of facts are one field. */
export function fieldsOf(result: object): Map<string, string> {
  const values = new Map<string, string>();
  collect(result, '', values);
  return values;
}

/** Objects whose keys are texts of the page, and what says how it was read, or why not, instead of what it says. */
const whole = ['knowledge_graph.attributes', 'diagnostics'];
const unsaid = ['diagnostics', 'state'];

function collect(value: unknown, path: string, values: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, values);
  } else if (typeof value === 'object' && value !== null && !whole.includes(path)) {
    for (const [key, part] of Object.entries(value)) collect(part, path === '' ? key : `${path}.${key}`, values);
  } else if (!unsaid.includes(path)) {
    values.set(path, `${values.get(path) ?? ''}${JSON.stringify(value)}\n`);
  }
}
