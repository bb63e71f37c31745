import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../ui/parts.js';
import type { LinkedItem, LinkedViewProps } from './linked.js';

/** A collapsible JSON tree, in which the entry highlighted elsewhere is expanded and highlighted. */
export function JsonView({ value, here, onPoint }: { value: unknown } & Partial<LinkedViewProps>): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [depth, setDepth] = useState(2);
  useEffect(() => {
    const lit = root.current?.querySelectorAll('.is-here') ?? [];
    for (const node of lit) node.classList.remove('is-here');
    if (here !== undefined && root.current !== null) return lightUp(root.current, here);
  }, [here, depth]);
  const point = (event: Event) => {
    const node = (event.target as Element).closest<HTMLElement>('[data-entry]');
    const path = node?.dataset.entry;
    if (path !== undefined && path !== here?.path) onPoint?.(path, 'json');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only highlights the same entry in the other views
    // biome-ignore lint/a11y/useKeyWithMouseEvents: focusin bubbles, unlike focus
    <div
      class="json"
      ref={root}
      onMouseOver={point}
      onFocusIn={point}
      onKeyDown={(event) => onTreeKey(event, root.current)}
    >
      <div class="json-tools">
        <button type="button" class="quiet" onClick={() => setDepth(depth === all ? 1 : all)}>
          {depth === all ? 'Collapse all' : 'Expand all'}
        </button>
        <CopyButton label="Copy JSON" text={() => JSON.stringify(value, null, 2)} />
      </div>
      <Node key={depth} value={value} path="" depth={depth} isLast />
    </div>
  );
}

/**
 * Expands the ancestors of a path, level by level as they are drawn, and highlights it. Returns a function that stops
 * this.
 */
function lightUp(root: HTMLElement, { path, from }: LinkedItem): () => void {
  const steps = path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'));
  let frame = 0;
  const open = (index: number) => {
    const node = root.querySelector<HTMLElement>(`[data-path="${CSS.escape(steps[index] ?? '')}"]`);
    if (node === null) return;
    if (index < steps.length - 1) {
      (node as HTMLDetailsElement).open = true;
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => open(index + 1));
      });
      return;
    }
    node.classList.add('is-here');
    if (from !== 'json') node.scrollIntoView({ block: 'nearest' });
  };
  open(0);
  return () => cancelAnimationFrame(frame);
}

const all = 1_000;

interface NodeProps {
  name?: string;
  value: unknown;
  path: string;
  /** Number of levels that are open initially. */
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
      isOpenAtFirst={depth > (name === 'html' ? 1 : 0)}
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

/** A value that identifies an entry of a list. */
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
  /** The preview of a closed branch, shown instead of its size. */
  preview: string | undefined;
  end: string;
  /** Created when the branch is opened, as a response may have thousands of values. */
  children: () => JSX.Element[];
}

function Branch({ path, isOpenAtFirst, summary, size, preview, end, children }: BranchProps): JSX.Element {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      open={isOpen}
      data-path={path}
      data-entry={entryOf(path)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
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

/** The entry of a branch: a row, an item of a block, the panel. */
function entryOf(path: string): string | undefined {
  return /^(?:(?:organic_)?results\.\d+|knowledge_graph|blocks\.\w+\.\d+|blocks\.(?:ai_overview|featured_snippet|answer))$/.test(
    path,
  )
    ? path
    : undefined;
}

/** Keyboard navigation in the tree: up and down move, right opens, left closes. */
function onTreeKey(event: KeyboardEvent, root: HTMLElement | null): void {
  const summary = (event.target as Element).closest('summary');
  const branch = summary?.parentElement;
  if (root === null || !(branch instanceof HTMLDetailsElement)) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') branch.open = event.key === 'ArrowRight';
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const all = [...root.querySelectorAll('summary')];
    all[all.indexOf(summary as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
}

const longest = 600;

/** A JSON value that is neither object nor list; a long text is shortened until expanded. */
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
