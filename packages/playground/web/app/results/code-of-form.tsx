import type { JSX } from 'preact';
import { base } from '../api/base.js';
import type { Service } from '../api/service.js';
import { askedOf, searchOf } from '../search/asked.js';
import type { SearchState } from '../search/use-search.js';
import { CodeView } from './code-view.js';

/** The search that the form holds, as code. */
export function CodeOfForm({ search, service }: { search: SearchState; service: Service }): JSX.Element {
  const asked = askedOf(service.description, search.draft);
  return (
    <CodeView
      search={searchOf(asked, base.href, search.key.trim() || undefined)}
      isStartKey={search.key === service.startKey}
      hasMcp={service.description.hasMcp}
    />
  );
}
