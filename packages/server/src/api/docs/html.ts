import { createHash } from 'node:crypto';

/** A page for people, with the headers that it needs. */
export interface HtmlPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** What a page is made of. */
export interface PageParts {
  title: string;
  /** Markup. */
  body: string;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
code { font: 14px/1.4 ui-monospace, monospace }
`;

/** A whole page that loads and runs nothing. */
export function htmlPage({ title, body }: PageParts): HtmlPage {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, headers: { 'content-security-policy': policy.join('; '), 'x-content-type-options': 'nosniff' } };
}

/** Text escaped for markup and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
