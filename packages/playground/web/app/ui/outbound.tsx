import type { ComponentChildren, JSX } from 'preact';

/** A link to a page of others. An address that is not one of the web (a script, say) is text. */
export function Outbound({ href, children }: { href: string; children: ComponentChildren }): JSX.Element {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Whether an address is one that a browser may be sent to. */
export function isWebAddress(href: string): boolean {
  return /^https?:\/\//i.test(href) && isParsed(href);
}

function isParsed(href: string): boolean {
  try {
    return new URL(href).host !== '';
  } catch {
    return false; // text that only begins like an address
  }
}
