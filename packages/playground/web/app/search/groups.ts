import type { Field } from '../api/fields.js';

/** Fields that belong together. */
export interface Group {
  id: string;
  title: string;
  fields: Field[];
}

const groups: readonly { id: string; title: string; names: readonly string[] }[] = [
  { id: 'where', title: 'Place and language', names: ['location', 'gl', 'cc', 'hl', 'mkt', 'lat', 'lon', 'uule'] },
  { id: 'page', title: 'Page', names: ['page', 'num', 'cp'] },
  {
    id: 'filters',
    title: 'Filters and device',
    names: ['device', 'tbs', 'freshness', 'safe', 'lr', 'cr', 'nfpr', 'filter'],
  },
];

/** The fields of a form but the query, in groups. A parameter that no group names has a place at the end. */
export function groupsOf(fields: readonly Field[]): Group[] {
  const named = groups.map(({ id, title, names }) => {
    const found = names.flatMap((name) => fields.filter((field) => field.name === name));
    return { id, title, fields: found };
  });
  const known = new Set(['query', ...groups.flatMap(({ names }) => names)]);
  const others = { id: 'more', title: 'More', fields: fields.filter(({ name }) => !known.has(name)) };
  return [...named, others].filter((group) => group.fields.length > 0);
}
