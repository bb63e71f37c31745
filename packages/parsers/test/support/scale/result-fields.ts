/**
 * The values of a result by field, such as `organic_results.title`. The rows of a list share a field, as do all labels
 * of facts.
 */
export function fieldsOf(result: object): Map<string, string> {
  const values = new Map<string, string>();
  collect(result, '', values);
  return values;
}

/**
 * `whole` lists objects whose keys are texts of the page, or that describe how it was read. `ignored` lists fields that
 * are not contents of the page.
 */
const whole = ['knowledge_graph.attributes', 'diagnostics'];
const ignored = ['diagnostics', 'state'];

function collect(value: unknown, path: string, values: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, values);
  } else if (typeof value === 'object' && value !== null && !whole.includes(path)) {
    for (const [key, part] of Object.entries(value)) collect(part, path === '' ? key : `${path}.${key}`, values);
  } else if (!ignored.includes(path)) {
    values.set(path, `${values.get(path) ?? ''}${JSON.stringify(value)}\n`);
  }
}
