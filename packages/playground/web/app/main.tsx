import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AdviceContext } from './api/advice.js';
import { serviceBaseUrl } from './api/base.js';
import { loadService, type Service } from './api/service.js';
import { HistoryView } from './history/history-view.js';
import { InspectorView } from './inspector/inspector-view.js';
import { SearchView } from './search/search-view.js';
import { useSearch } from './search/use-search.js';
import { type Draft, type PlaygroundView, useRoute, writeRoute } from './state/route.js';
import { applyTheme, storedTheme, type Theme, themes } from './state/settings.js';
import { Icon } from './ui/parts.js';
import { ShortcutsDialog, useShortcuts } from './ui/shortcuts.js';
import './styles/index.css';

/** The page: loads data about the service, then shows the views. */
function App(): JSX.Element {
  const [service, setService] = useState<Service>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    loadService().then(setService, (error: unknown) => setFailure(error instanceof Error ? error.message : `${error}`));
  }, [tries]);
  if (service !== undefined) {
    return (
      <AdviceContext.Provider value={service.advice}>
        <Shell service={service} />
      </AdviceContext.Provider>
    );
  }
  if (failure === undefined) return <p class="boot">Loading …</p>;
  const retry = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return (
    <main class="boot">
      <h1>The service does not respond</h1>
      <p role="alert">{failure}</p>
      <p>Is it still running? Start it with “npm start”.</p>
      <button type="button" class="primary" onClick={retry}>
        Try again
      </button>
    </main>
  );
}

/** The layout: header, the view in the URL, and the list of shortcuts. */
function Shell({ service }: { service: Service }): JSX.Element {
  const [route, navigate] = useRoute();
  const searchState = useSearch(service, { route, navigate });
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  useShortcuts({
    s: () => navigate({ view: 'search', draft: searchState.draft }),
    i: () => navigate({ view: 'inspect', draft: undefined }),
    h: () => navigate({ view: 'history', draft: undefined }),
    '?': () => setShortcutsOpen(true),
  });
  useEffect(() => {
    document.title = `${titles[route.view]} · svc playground`;
  }, [route.view]);
  return (
    <>
      <button type="button" class="skip" onClick={toMain}>
        Skip to content
      </button>
      <Header view={route.view} draft={searchState.draft} onShortcuts={() => setShortcutsOpen(true)} />
      <main id="main" tabIndex={-1}>
        {route.view === 'search' && <SearchView service={service} searchState={searchState} navigate={navigate} />}
        {route.view === 'inspect' && <InspectorView service={service} searchState={searchState} draft={route.draft} />}
        {route.view === 'history' && <HistoryView searchState={searchState} />}
      </main>
      <ShortcutsDialog isOpen={areShortcutsOpen} onClose={() => setShortcutsOpen(false)} />
    </>
  );
}

const titles = { search: 'Search', inspect: 'Inspector', history: 'History' } as const;

/** Not a link, as the URL fragment contains the search. */
function toMain(): void {
  document.getElementById('main')?.focus();
}

interface HeaderProps {
  view: PlaygroundView;
  /** The search in the form, to return to. */
  draft: Draft;
  onShortcuts: () => void;
}

/** Name, views, reference, and colours. */
function Header({ view, draft, onShortcuts }: HeaderProps): JSX.Element {
  const link = (name: PlaygroundView, label: string) => (
    <a
      href={writeRoute({ view: name, draft: name === 'search' ? draft : undefined })}
      aria-current={view === name ? 'page' : undefined}
    >
      {label}
    </a>
  );
  return (
    <header class="top">
      <h1 class="brand">
        <Icon name="mark" /> svc <span>playground</span>
      </h1>
      <nav aria-label="Views">
        {link('search', 'Search')}
        {link('inspect', 'Inspector')}
        {link('history', 'History')}
      </nav>
      <div class="tools">
        <a href={new URL('docs', serviceBaseUrl).href}>Docs</a>
        <button
          type="button"
          class="icon"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          onClick={onShortcuts}
        >
          <Icon name="keyboard" />
        </button>
        <ThemeButton />
      </div>
    </header>
  );
}

const icons = { system: 'contrast', light: 'sun', dark: 'moon' } as const;

function ThemeButton(): JSX.Element {
  const [chosen, choose] = useState<Theme>(storedTheme.read());
  const next = themes[(themes.indexOf(chosen) + 1) % themes.length] ?? 'system';
  const change = () => {
    choose(next);
    storedTheme.write(next);
    applyTheme(next);
  };
  const label = `Colours: ${chosen}. Change to ${next}`;
  return (
    <button type="button" class="icon" aria-label={label} title={label} onClick={change}>
      <Icon name={icons[chosen]} />
    </button>
  );
}

applyTheme(storedTheme.read());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
