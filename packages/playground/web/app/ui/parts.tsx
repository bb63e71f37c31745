import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Strokes on a grid of 24. */
const paths = {
  mark: 'M5 7h14M5 12h8M5 17h5M16.5 13.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M18.8 18.8 21 21',
  keyboard: 'M3 7h18v10H3zM7 10h.01M11 10h.01M15 10h.01M17.5 10h.01M8 14h8',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5',
  contrast: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 4v16M12 8l6-2M12 12h8M12 16l6 2',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16.2 16.2 21 21',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  check: 'm5 12.5 4.5 4.5L19 7',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7.2M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.4',
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  braces:
    'M9 4c-3 0-2 4-2.5 6-.3 1.3-1.2 2-2.5 2 1.300 0 2.200.7 2.500 2 .5 2-.5 6 2.500 6M15 4c3 0 2 4 2.500 6 .3 1.300 1.200 2 2.500 2-1.300 0-2.200.7-2.500 2-.5 2 .5 6-2.500 6',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h11M19 17h1M17 15v4',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
} as const;

/** Name of an icon. */
type IconName = keyof typeof paths;

/** A decorative icon; the surrounding element provides its label. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="picture" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** A link to another site. A URL that is not HTTP, such as a script, is shown as text. */
export function OutboundLink({ href, children }: { href: string; children: ComponentChildren }): JSX.Element {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Whether a URL is safe to link to. */
export function isWebAddress(href: string): boolean {
  return /^https?:\/\//i.test(href) && isParsed(href);
}

function isParsed(href: string): boolean {
  try {
    return new URL(href).host !== '';
  } catch {
    return false; // text that only starts like a URL
  }
}

interface CopyButtonProps {
  /** The text to copy, or a function if it is expensive to create. */
  text: string | (() => string);
  label: string;
  icon?: IconName;
}

const shownFor = 1_800;

/** Copies a text and confirms it. */
export function CopyButton({ text, label, icon = 'copy' }: CopyButtonProps): JSX.Element {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    copyText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  const words = { ready: label, copied: 'Copied', refused: 'Copying failed' };
  return (
    <button type="button" class="quiet" onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : icon} /> <span aria-live="polite">{words[state]}</span>
    </button>
  );
}

/** The clipboard API requires HTTPS or localhost; otherwise a selection is copied. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser refused to copy');
}
