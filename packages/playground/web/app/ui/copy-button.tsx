import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

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
