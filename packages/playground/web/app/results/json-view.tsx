import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';

interface JsonViewProps {
  value: unknown;
  /** What to open and scroll to, `organic_results.3`. */
  focused?: string | undefined;
}

/** JSON to read: objects and lists open and close. */
export function JsonView({ value, focused }: JsonViewProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [depth, setDepth] = useState(2);
  useEffect(() => {
    if (focused === undefined) return;
    const node = root.current?.querySelector<HTMLDetailsElement>(`[data-path="${CSS.escape(focused)}"]`);
    if (!node) return;
    for (let open = node.closest('details'); open !== null; open = open.parentElement?.closest('details') ?? null)
      open.open = true;
    node.scrollIntoView({ block: 'center' });
    node.querySelector('summary')?.focus();
  }, [focused]);
  return (
    <div class="json" ref={root}>
      <div class="json-tools">
        <button type="button" class="quiet" onClick={() => setDepth(depth === all ? 1 : all)}>
          {depth === all ? 'Close all' : 'Open all'}
        </button>
        <CopyButton label="Copy JSON" text={() => JSON.stringify(value, null, 2)} />
      </div>
      <Node key={depth} value={value} path="" depth={depth} isLast />
    </div>
  );
}

const all = 1_000;

interface NodeProps {
  name?: string;
  value: unknown;
  path: string;
  /** How many levels are open at first. */
  depth: number;
  isLast: boolean;
}

function Node({ name, value, path, depth, isLast }: NodeProps): JSX.Element {
  const label = name === undefined ? null : <span class="key">{JSON.stringify(name)}: </span>;
  const comma = isLast ? '' : ',';
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="leaf">
        {label}
        <Leaf value={value} />
        {comma}
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [start, end] = isList ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <div class="leaf">
        {label}
        {start}
        {end}
        {comma}
      </div>
    );
  }
  return (
    <Branch
      path={path}
      isOpenAtFirst={depth > 0}
      summary={
        <>
          {label}
          {start}
        </>
      }
      size={entries.length}
      preview={previewOf(value)}
      end={`${end}${comma}`}
    >
      {() =>
        entries.map(([key, item], index) => (
          <Node
            key={key}
            {...(!isList && { name: key })}
            value={item}
            path={path === '' ? key : `${path}.${key}`}
            depth={depth - 1}
            isLast={index === entries.length - 1}
          />
        ))
      }
    </Branch>
  );
}

const telling = ['title', 'query', 'value', 'question', 'name', 'field', 'reason'];

const previewLength = 48;

/** The value by which a person knows one entry of a list from another. */
function previewOf(value: object): string | undefined {
  const name = telling.find((known) => typeof Reflect.get(value, known) === 'string');
  if (name === undefined) return undefined;
  const text = String(Reflect.get(value, name));
  return `${name}: ${JSON.stringify(text.length > previewLength ? `${text.slice(0, previewLength)}…` : text)}`;
}

interface BranchProps {
  path: string;
  isOpenAtFirst: boolean;
  summary: JSX.Element;
  size: number;
  /** What a closed branch shows of itself, instead of how much is in it. */
  preview: string | undefined;
  end: string;
  /** Made once the branch is open: an answer may have thousands of values. */
  children: () => JSX.Element[];
}

function Branch({ path, isOpenAtFirst, summary, size, preview, end, children }: BranchProps): JSX.Element {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} data-path={path} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {summary}
        {!isOpen && (
          <span class="folded">
            {' '}
            {preview ?? size} … {end}
          </span>
        )}
      </summary>
      {isOpen && <div class="inside">{children()}</div>}
      {isOpen && <div class="end">{end}</div>}
    </details>
  );
}

const longest = 600;

function Leaf({ value }: { value: unknown }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const text = JSON.stringify(value) ?? 'null';
  const kind = value === null ? 'null' : typeof value;
  const isCut = text.length > longest && !isWhole;
  return (
    <span class={`value value-${kind}`}>
      {isCut ? text.slice(0, longest) : text}
      {isCut && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          … {(text.length - longest).toLocaleString('en')} more characters
        </button>
      )}
    </span>
  );
}
