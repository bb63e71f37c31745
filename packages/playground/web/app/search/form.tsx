import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiDescription, ApiOperation } from '../api/description.js';
import type { Field } from '../api/fields.js';
import type { Fault } from '../api/request.js';
import { Icon } from '../ui/parts.js';
import { FieldRow } from './field-row.js';
import { OperationSelect } from './operation-select.js';
import { includeOf, operationOf } from './search-request.js';
import type { SearchState } from './use-search.js';

/** Related fields. */
interface Group {
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

/** All fields except the query, in groups. Parameters without a group are at the end. */
function groupsOf(fields: readonly Field[]): Group[] {
  const named = groups.map(({ id, title, names }) => {
    const found = names.flatMap((name) => fields.filter((field) => field.name === name));
    return { id, title, fields: found };
  });
  const known = new Set(['query', ...groups.flatMap(({ names }) => names)]);
  const others = { id: 'more', title: 'More', fields: fields.filter(({ name }) => !known.has(name)) };
  return [...named, others].filter((group) => group.fields.length > 0);
}

interface SearchFormProps {
  description: ApiDescription;
  searchState: SearchState;
  /** Whether the key in the form is the quick start key. */
  isStartKey: boolean;
}

/** Parameters shown in the main line; all others are in the drawer. */
const inLine: ReadonlySet<string> = new Set(['query', 'location']);

/** The main line with query, location and button. All other fields are in a drawer below. */
export function SearchForm({ description, searchState, isStartKey }: SearchFormProps): JSX.Element {
  const { draft, done, run } = searchState;
  const operation = operationOf(description, draft.operation);
  const form = useRef<HTMLFormElement>(null);
  const problem = done?.outcome.kind === 'problem' ? done.outcome.problem : undefined;
  const faults = problem?.errors ?? [];
  const isHidden = faults.some(({ field }) => !inLine.has(field)) || wrongKey.has(problem?.code ?? '');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isHidden) setOpen(true);
  }, [done]);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [done, isOpen]);
  if (operation === undefined) return <p>The service offers no searches.</p>;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run();
  };
  const parts = { searchState, faults, exclusive: operation.exclusive };
  const lineFields = operation.fields.filter(({ name }) => inLine.has(name));
  return (
    <form ref={form} class="form" aria-label="Search" noValidate onSubmit={submit}>
      <div class="line">
        <OperationSelect operations={description.operations} selected={operation} searchState={searchState} />
        {lineFields.map((field) => (
          <FieldRow key={field.name} field={field} isBare {...parts} />
        ))}
        <button type="submit" class="primary">
          <Icon name="search" /> Search
        </button>
      </div>
      <FoldLine operation={operation} searchState={searchState} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div class="drawer" id="drawer" hidden={!isOpen}>
        <Drawer operation={operation} parts={parts} searchState={searchState} isStartKey={isStartKey} />
      </div>
    </form>
  );
}

interface FoldLineProps {
  operation: ApiOperation;
  searchState: SearchState;
  isOpen: boolean;
  onToggle: () => void;
}

/** The options that are set in the drawer, and the button that opens it. */
function FoldLine({ operation, searchState, isOpen, onToggle }: FoldLineProps): JSX.Element {
  const { draft, key } = searchState;
  const set = operation.fields.filter(({ name }) => !inLine.has(name) && (draft.values[name] ?? '') !== '');
  return (
    <div class="fold-line">
      <button type="button" class="quiet" aria-expanded={isOpen} aria-controls="drawer" onClick={onToggle}>
        <Icon name="sliders" /> Options
      </button>
      {set.map(({ name }) => (
        <span class="set" key={name}>
          {name} <b>{draft.values[name]}</b>
          <button type="button" aria-label={`Remove ${name}`} onClick={() => searchState.setValue(name, '')}>
            ×
          </button>
        </span>
      ))}
      {key.trim() === '' && (
        <button type="button" class="quiet warn" onClick={() => !isOpen && onToggle()}>
          <Icon name="alert" /> No API key
        </button>
      )}
    </div>
  );
}

interface Parts {
  searchState: SearchState;
  faults: readonly Fault[];
  exclusive: string[][];
}

interface DrawerProps {
  operation: ApiOperation;
  parts: Parts;
  searchState: SearchState;
  isStartKey: boolean;
}

function Drawer({ operation, parts, searchState, isStartKey }: DrawerProps): JSX.Element {
  const fields: Field[] = operation.fields.filter(({ name }) => !inLine.has(name));
  return (
    <>
      {groupsOf(fields).map(({ id, title, fields: own }) => (
        <fieldset class="group" key={`${operation.name} ${id}`}>
          <legend>{title}</legend>
          <div class="grid">
            {own.map((field) => (
              <FieldRow key={field.name} field={field} {...parts} />
            ))}
          </div>
        </fieldset>
      ))}
      <div class="group">
        <Extras operation={operation} searchState={searchState} />
        <KeyField searchState={searchState} isStartKey={isStartKey} />
      </div>
    </>
  );
}

/** Extras for `?include=`. */
function Extras({ operation, searchState }: { operation: ApiOperation; searchState: SearchState }): JSX.Element {
  const include = includeOf(operation, searchState.draft);
  const toggle = (name: string) => {
    searchState.edit({
      include: include.includes(name) ? include.filter((other) => other !== name) : [...include, name],
    });
  };
  return (
    <fieldset class="extras">
      <legend>Include in the response</legend>
      {operation.extras.map((name) => (
        <label class="extra" key={name}>
          <input type="checkbox" checked={include.includes(name)} onChange={() => toggle(name)} />
          <span>
            <b>{name}</b> <small>{operation.extraMeanings[name]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Error codes caused by the key. */
const wrongKey: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'api_key_disabled',
  'insufficient_scope',
]);

/** The API key, stored for this tab and never in the URL. */
function KeyField({ searchState, isStartKey }: { searchState: SearchState; isStartKey: boolean }): JSX.Element {
  const [isShown, setShown] = useState(false);
  const { done, key, setKey } = searchState;
  const problem = done?.outcome.kind === 'problem' ? done.outcome.problem : undefined;
  const isFaulty = problem !== undefined && wrongKey.has(problem.code);
  const shared = {
    id: 'field-key',
    autoComplete: 'off',
    spellcheck: false,
    value: key,
    'aria-invalid': isFaulty,
    'aria-describedby': isFaulty ? 'field-key-hint field-key-fault' : 'field-key-hint',
    onInput: (event: Event) => setKey((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class={`field ${isFaulty ? 'has-fault' : ''}`}>
      <div class="label">
        <label for="field-key">API key</label>
        {isStartKey && <span class="tag good">quick-start key</span>}
      </div>
      <div class="with-button">
        {isShown ? <input type="text" {...shared} /> : <input type="password" {...shared} />}
        <button
          type="button"
          class="icon"
          aria-pressed={isShown}
          aria-label="Show the key"
          title="Show the key"
          onClick={() => setShown(!isShown)}
        >
          <Icon name="eye" />
        </button>
      </div>
      <p class="hint" id="field-key-hint">
        {isStartKey ? 'From the quick start; stored on this device.' : 'Kept for this tab only; never part of the URL.'}
      </p>
      {isFaulty && (
        <div class="fault" id="field-key-fault">
          <p>{problem.detail}</p>
        </div>
      )}
    </div>
  );
}
