import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { serviceBaseUrl } from '../api/base.js';
import type { Service } from '../api/service.js';
import { curlSnippets, snippetLanguages } from '../code/languages.js';
import { apiKeyVariable, type SnippetRequest } from '../code/snippet.js';
import { searchRequestOf, snippetRequestOf } from '../search/search-request.js';
import type { SearchState } from '../search/use-search.js';
import { CopyButton } from '../ui/parts.js';
import { TabPanel, Tabs } from '../ui/tabs.js';

interface CodeViewProps {
  request: SnippetRequest;
  /** Whether the key is a trial key, which is then included in the code. */
  isStartKey: boolean;
  hasMcp: boolean;
}

/** The search as code, to copy and run. */
function CodeView({ request, isStartKey, hasMcp }: CodeViewProps): JSX.Element {
  const [chosen, choose] = useState('curl');
  const [hasKey, setHasKey] = useState(isStartKey);
  const offered = snippetLanguages.filter(({ id }) => id !== 'mcp' || hasMcp);
  const language = offered.find(({ id }) => id === chosen) ?? curlSnippets;
  const code = language.write({ ...request, key: hasKey ? request.key : undefined });
  return (
    <div class="code-view">
      <Tabs
        id="code"
        label="Languages"
        tabs={offered.map(({ id, name }) => ({ id, label: name }))}
        chosen={language.id}
        onChoose={choose}
      >
        <CopyButton label="Copy" text={code} />
      </Tabs>
      <TabPanel id="code" chosen={language.id}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre class="code" tabIndex={0}>
          {code}
        </pre>
      </TabPanel>
      <label class="check">
        <input type="checkbox" checked={hasKey} onChange={() => setHasKey(!hasKey)} /> Include my key
      </label>
      <p class="hint">
        {language.needs(request)}{' '}
        {!hasKey && <>The code reads the key from the environment variable {apiKeyVariable}.</>}
      </p>
    </div>
  );
}

/** The search in the form as code. */
export function CodeOfForm({ searchState, service }: { searchState: SearchState; service: Service }): JSX.Element {
  const asked = searchRequestOf(service.description, searchState.draft);
  return (
    <CodeView
      request={snippetRequestOf(asked, serviceBaseUrl.href, searchState.key.trim() || undefined)}
      isStartKey={searchState.key === service.startKey}
      hasMcp={service.description.hasMcp}
    />
  );
}
