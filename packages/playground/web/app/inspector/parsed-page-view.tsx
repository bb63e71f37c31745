import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAdvice } from '../api/advice.js';
import { quoteForShell } from '../code/languages.js';
import { JsonView } from '../results/json-view.js';
import { formatCount } from '../state/history.js';
import { CopyButton, Icon } from '../ui/parts.js';
import { TabPanel, Tabs } from '../ui/tabs.js';
import type { PageMarks } from './marks.js';
import { DroppedList, type Pointing, RowsList } from './marks-list.js';
import type { PageSource, ParsedPage } from './read.js';

interface ParsedPageViewProps extends Pointing {
  source: PageSource;
  reading: ParsedPage;
  marks: PageMarks;
  /** The texts of dropped candidates, by path. */
  texts: ReadonlyMap<string, string>;
  tab: string;
  onTab: (tab: string) => void;
}

/** Titles for pages without results, by state. */
const titles: Readonly<Record<string, string>> = {
  unrecognised: 'Nothing on this page looks like a result',
  captcha: 'The engine requires a captcha',
  rate_limited: 'The engine refused: too many requests',
  forbidden: 'The engine blocked the client',
  consent: 'The engine asks for cookie consent',
  js_required: 'The engine requires JavaScript',
  wrong_query: 'The page is for another query',
  wrong_page: 'It is not the requested page',
  truncated: 'The page is incomplete',
};

/**
 * Advice for an unrecognised page is to save it, since it is available here. Otherwise the advice of the service
 * applies.
 */
function StateAdvice({ state }: { state: string }): JSX.Element {
  const advice = useAdvice({ code: `upstream_${state}` });
  if (state !== 'unrecognised') return <>{advice}</>;
  return <>If a browser shows results on it, the layout is new: save it as a fixture, below, and report it.</>;
}

/** The result of parsing the page. */
export function ParsedPageView({
  source,
  reading,
  marks,
  texts,
  tab,
  onTab,
  ...pointing
}: ParsedPageViewProps): JSX.Element {
  if (reading.kind === 'refused') {
    return (
      <>
        <div class="problem" role="alert">
          <h2>{titles[reading.state] ?? `The page is ${reading.state.replaceAll('_', ' ')}`}</h2>
          <p>{reading.message}.</p>
          <div class="advice">
            <h3>What to do</h3>
            <p>
              <StateAdvice state={reading.state} />
            </p>
          </div>
        </div>
        <FixtureCard source={source} />
      </>
    );
  }
  const tabs = [
    { id: 'rows', label: `Rows ${marks.rows.filter(({ number }) => number > 0).length}` },
    { id: 'dropped', label: `Dropped ${marks.dropped.length}` },
    { id: 'json', label: 'JSON' },
    { id: 'fixture', label: 'Fixture' },
  ];
  return (
    <>
      {reading.diagnostics && <Overview diagnostics={reading.diagnostics} />}
      <Tabs id="findings" label="Parsed values" tabs={tabs} chosen={tab} onChoose={onTab} />
      <TabPanel id="findings" chosen={tab} class="findings">
        {tab === 'rows' && <RowsList marks={marks} {...pointing} />}
        {tab === 'dropped' && <DroppedList dropped={marks.dropped} texts={texts} {...pointing} />}
        {tab === 'json' && <JsonView value={reading.result} />}
        {tab === 'fixture' && <FixtureCard source={source} />}
      </TabPanel>
    </>
  );
}

type Diagnostics = NonNullable<Extract<ParsedPage, { kind: 'result' }>['diagnostics']>;

function Overview({ diagnostics }: { diagnostics: Diagnostics }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { state, layout, candidates, dropped, fill } = diagnostics;
  return (
    <details class="overview" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {state.replace('_', ' ')} · layout {layout} · {formatCount(candidates, 'candidate')}, {dropped.length} dropped
      </summary>
      <dl class="fill">
        {Object.entries(fill).map(([field, share]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <meter value={share} min={0} max={1} aria-label={`${field} filled`} /> {Math.round(share * 100)} %
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The page as a file to download, and the command that creates a fixture from it. */
function FixtureCard({ source }: { source: PageSource }): JSX.Element {
  const command = commandOf(source);
  const download = () => save(source.html);
  return (
    <section class="fixture" aria-label="Save it as a fixture">
      <h3>Save it as a fixture</h3>
      <p class="hint">
        Download the page, then run this command in the same folder. It saves the page with its parsed result.
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

function commandOf({ operation, query, page }: PageSource): string {
  const asked = [
    ...(query ? [`--query ${quoteForShell(query)}`] : []),
    ...(page !== undefined && page > 1 ? [`--page ${page}`] : []),
  ];
  const name = `${operation}/${slugOf(query ?? '')}`;
  return ['npx svc-fixtures add', name, 'page.html', ...asked, '--root captures'].join(' ');
}

const maxSlugLength = 40;

/** Lower-case words joined by hyphens. */
function slugOf(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, maxSlugLength).replace(/-$/, '') || 'what-it-shows';
}

function save(html: string): void {
  const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'page.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
