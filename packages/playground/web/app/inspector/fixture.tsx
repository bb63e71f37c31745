import type { JSX } from 'preact';
import { quoted } from '../code/curl.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import type { Source } from './read.js';

/** The page as a file, and the command that makes a fixture of it. */
export function FixtureCard({ source }: { source: Source }): JSX.Element {
  const command = commandOf(source);
  const download = () => save(source.html);
  return (
    <section class="fixture" aria-label="Keep it as a fixture">
      <h3>Keep it as a fixture</h3>
      <p class="hint">
        Download the page, then run the command where the file is. It writes the page and what was read of it.
      </p>
      <pre class="command">{command}</pre>
      <div class="fixture-tools">
        <button type="button" onClick={download}>
          <Icon name="download" /> page.html
        </button>
        <CopyButton label="Copy the command" text={command} />
      </div>
    </section>
  );
}

function commandOf({ operation, query, page }: Source): string {
  const asked = [
    ...(query ? [`--query ${quoted(query)}`] : []),
    ...(page !== undefined && page > 1 ? [`--page ${page}`] : []),
  ];
  const name = `${operation}/${slugOf(query ?? '')}`;
  return ['npx svc-fixtures add', name, 'page.html', ...asked, '--root captures'].join(' ');
}

const longestSlug = 40;

/** Lower-case words joined by hyphens. */
function slugOf(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, longestSlug).replace(/-$/, '') || 'what-it-shows';
}

function save(html: string): void {
  const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'page.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
