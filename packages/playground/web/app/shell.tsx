import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Service } from './api/service.js';
import { Header } from './header.js';
import { HistoryView } from './history/history-view.js';
import { InspectorView } from './inspector/inspector-view.js';
import { SearchView } from './search/search-view.js';
import { useSearch } from './search/use-search.js';
import { useRoute } from './state/use-route.js';
import { useShortcuts } from './state/use-shortcuts.js';
import { Shortcuts } from './ui/shortcuts.js';

/** The frame of the page: header, the view that the address names, the list of shortcuts. */
export function Shell({ service }: { service: Service }): JSX.Element {
  const [route, go] = useRoute();
  const search = useSearch(service, { route, go });
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  useShortcuts({
    s: () => go({ view: 'search', draft: search.draft }),
    i: () => go({ view: 'inspect', draft: undefined }),
    h: () => go({ view: 'history', draft: undefined }),
    '?': () => setShortcutsOpen(true),
  });
  useEffect(() => {
    document.title = `${titles[route.view]} · svc playground`;
  }, [route.view]);
  return (
    <>
      <button type="button" class="skip" onClick={toMain}>
        Skip to the content
      </button>
      <Header view={route.view} draft={search.draft} onShortcuts={() => setShortcutsOpen(true)} />
      <main id="main" tabIndex={-1}>
        {route.view === 'search' && <SearchView service={service} search={search} go={go} />}
        {route.view === 'inspect' && <InspectorView service={service} search={search} draft={route.draft} />}
        {route.view === 'history' && <HistoryView search={search} />}
      </main>
      <Shortcuts isOpen={areShortcutsOpen} onClose={() => setShortcutsOpen(false)} />
    </>
  );
}

const titles = { search: 'Search', inspect: 'Inspector', history: 'History' } as const;

/** No link: the address holds the search. */
function toMain(): void {
  document.getElementById('main')?.focus();
}
