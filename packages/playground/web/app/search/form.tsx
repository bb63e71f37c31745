import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Description } from '../api/description.js';
import type { Fault } from '../api/problem.js';
import { Icon } from '../ui/icon.js';
import { operationOf } from './asked.js';
import { Extras } from './extras.js';
import { FieldRow } from './field-row.js';
import { type Group, groupsOf } from './groups.js';
import { KeyField } from './key-field.js';
import { OperationPicker } from './operation-picker.js';
import type { SearchState } from './use-search.js';

interface FormProps {
  description: Description;
  search: SearchState;
  /** Whether the key in the form is the one that `svc start` made. */
  isStartKey: boolean;
}

/** Every parameter of the chosen operation as a field. */
export function Form({ description, search, isStartKey }: FormProps): JSX.Element {
  const { draft, done, run, since } = search;
  const operation = operationOf(description, draft.operation);
  const form = useRef<HTMLFormElement>(null);
  const faults = done?.outcome.kind === 'problem' ? (done.outcome.problem.errors ?? []) : [];
  useEffect(() => {
    if (faults.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [done]);
  if (operation === undefined) return <p>The service describes no search.</p>;
  const query = operation.fields.find(({ name }) => name === 'query');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run();
  };
  const parts = { search, faults, exclusive: operation.exclusive };
  return (
    <form ref={form} class="form" aria-label="Search" noValidate onSubmit={submit}>
      <OperationPicker operations={description.operations} chosen={operation} search={search} />
      {query && <FieldRow field={query} {...parts} />}
      <div class="actions">
        <button type="submit" class="primary">
          <Icon name="search" /> {since === undefined ? 'Search' : 'Search again'}
        </button>
      </div>
      <KeyField search={search} isStartKey={isStartKey} />
      {groupsOf(operation.fields).map((group) => (
        <GroupOfFields key={`${operation.name} ${group.id}`} group={group} parts={parts} />
      ))}
      <Extras extras={description.extras} search={search} />
    </form>
  );
}

interface Parts {
  search: SearchState;
  faults: readonly Fault[];
  exclusive: string[][];
}

function GroupOfFields({ group, parts }: { group: Group; parts: Parts }): JSX.Element {
  const { values } = parts.search.draft;
  const given = group.fields.filter(({ name }) => (values[name] ?? '') !== '').length;
  const hasFault = group.fields.some(({ name }) => parts.faults.some(({ field }) => field === name));
  return (
    <details class="group" open={group.id === 'where' || group.id === 'page' || given > 0 || hasFault}>
      <summary>
        {group.title} {given > 0 && <span class="count">{given} set</span>}
      </summary>
      <div class="grid">
        {group.fields.map((field) => (
          <FieldRow key={field.name} field={field} {...parts} />
        ))}
      </div>
    </details>
  );
}
