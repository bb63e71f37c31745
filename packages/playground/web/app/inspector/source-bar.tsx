import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiOperation } from '../api/description.js';
import { CopyButton, Icon } from '../ui/parts.js';
import type { PageSource } from './read.js';

interface SourceBarProps {
  operations: readonly ApiOperation[];
  /** The current page. */
  source: PageSource | undefined;
  /** The pages of the last search. */
  pages: readonly PageSource[];
  /** URL for sharing the page of the last search. */
  link: string | undefined;
  onSource: (source: PageSource) => void;
}

/** Selects the page: from the last search, a file, or the clipboard. */
export function SourceBar({ operations, source, pages, link, onSource }: SourceBarProps): JSX.Element {
  const [operation, setOperation] = useState(source?.operation ?? pages[0]?.operation ?? operations[0]?.name ?? '');
  const take = (html: string, from: string) => onSource({ operation, html, from });
  const takeFile = async (file: File | undefined) => {
    if (file !== undefined) take(await decodeFile(file), file.name);
  };
  const change = (name: string) => {
    setOperation(name);
    if (source !== undefined) onSource({ ...source, operation: name });
  };
  return (
    <section class="source-bar" aria-label="Page to inspect">
      <div class="field">
        <div class="label">
          <label for="inspect-operation">Parse as</label>
        </div>
        <select id="inspect-operation" value={operation} onChange={(event) => change(event.currentTarget.value)}>
          <option value="auto">auto-detect</option>
          {operations.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {pages.length > 0 && (
        <LastPages
          {...{ pages, source }}
          onSource={(page) => {
            setOperation(page.operation);
            onSource(page);
          }}
        />
      )}
      {link !== undefined && pages.some(({ html }) => html === source?.html) && (
        <CopyButton label="Copy link" icon="link" text={link} />
      )}
      <div class="file">
        <input
          id="inspect-file"
          type="file"
          accept=".html,.htm,.json,.txt,text/html"
          onChange={(event) => void takeFile(event.currentTarget.files?.[0])}
        />
        <label for="inspect-file">
          <Icon name="upload" /> Choose a saved page
        </label>
      </div>
      <PasteBox onPaste={(html) => take(html, 'pasted page')} />
    </section>
  );
}

function LastPages({ pages, source, onSource }: Pick<SourceBarProps, 'pages' | 'source' | 'onSource'>): JSX.Element {
  return (
    <fieldset class="last-pages">
      <legend>Last search</legend>
      {pages.map((page) => (
        <button type="button" key={page.from} aria-pressed={source?.html === page.html} onClick={() => onSource(page)}>
          {page.from}
        </button>
      ))}
    </fieldset>
  );
}

function PasteBox({ onPaste }: { onPaste: (html: string) => void }): JSX.Element {
  const [pasted, setPasted] = useState('');
  return (
    <details class="paste">
      <summary>Paste a page</summary>
      <textarea
        rows={5}
        aria-label="Source of the page"
        placeholder="<!doctype html> …"
        value={pasted}
        onInput={(event) => setPasted(event.currentTarget.value)}
      />
      <button type="button" disabled={pasted.trim() === ''} onClick={() => onPaste(pasted)}>
        <Icon name="eye" /> Inspect it
      </button>
    </details>
  );
}

/** Decoded with the charset of the page, as in the parsers. */
export async function decodeFile(file: Blob): Promise<string> {
  const { decodeBody } = await import('@svc/parsers');
  return decodeBody(new Uint8Array(await file.arrayBuffer()));
}
