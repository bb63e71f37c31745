import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** One of several panels, of which one is shown. */
interface Tab {
  id: string;
  label: string;
}

interface TabsProps {
  /** Prefix of the element ids. */
  id: string;
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (id: string) => void;
  /** Shown at the end of the row. */
  children?: ComponentChildren;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A row of tabs, following the ARIA practices: arrow keys switch tabs, and Tab moves to the panel. */
export function Tabs({ id, label, tabs, chosen, onChoose, children }: TabsProps): JSX.Element {
  const row = useRef<HTMLDivElement>(null);
  const choose = (index: number) => {
    const tab = tabs.at(index % tabs.length);
    if (tab === undefined) return;
    onChoose(tab.id);
    row.current?.querySelector<HTMLElement>(`#${id}-tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const edge = { Home: 0, End: -1 }[event.key];
    if (step === undefined && edge === undefined) return;
    event.preventDefault();
    choose(edge ?? tabs.findIndex((tab) => tab.id === chosen) + (step ?? 0));
  };
  return (
    <div class="tab-row">
      <div class="tabs" role="tablist" aria-label={label} ref={row} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            type="button"
            key={tab.id}
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

interface TabPanelProps {
  /** Id prefix of the tabs. */
  id: string;
  chosen: string;
  class?: string;
  children: ComponentChildren;
}

/** The panel of the chosen tab. */
export function TabPanel({ id, chosen, class: name = '', children }: TabPanelProps): JSX.Element {
  return (
    <div
      class={`tab-panel ${name}`}
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab-${chosen}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable panel must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </div>
  );
}
