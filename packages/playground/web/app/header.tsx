import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { base } from './api/base.js';
import { type Draft, type View, writeRoute } from './state/route.js';
import { applyTheme, type Theme, theme, themes } from './state/settings.js';
import { Icon } from './ui/icon.js';

interface HeaderProps {
  view: View;
  /** The search that the form holds, to come back to. */
  draft: Draft;
  onShortcuts: () => void;
}

/** Name, the parts of the page, the reference, colours. */
export function Header({ view, draft, onShortcuts }: HeaderProps): JSX.Element {
  const link = (name: View, label: string) => (
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
        <a href={new URL('docs', base).href}>Docs</a>
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
  const [chosen, choose] = useState<Theme>(theme.read());
  const next = themes[(themes.indexOf(chosen) + 1) % themes.length] ?? 'system';
  const change = () => {
    choose(next);
    theme.write(next);
    applyTheme(next);
  };
  const label = `Colours: ${chosen}. Change to ${next}`;
  return (
    <button type="button" class="icon" aria-label={label} title={label} onClick={change}>
      <Icon name={icons[chosen]} />
    </button>
  );
}
