import type { ComponentChildren, JSX } from 'preact';

/** A link to another site. A URL that is not HTTP, such as a script, is shown as text. */
export function Outbound({ href, children }: { href: string; children: ComponentChildren }): JSX.Element {
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
