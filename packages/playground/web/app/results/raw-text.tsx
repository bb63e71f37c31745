import type { JSX } from 'preact';
import type { Facts } from '../api/request.js';

interface RawTextProps {
  facts: Facts;
  type: string;
  text: string;
}

const most = 20_000;

/** An answer that is not of the service: what it is, and its text. */
export function RawText({ facts, type, text }: RawTextProps): JSX.Element {
  return (
    <div class="notice" role="alert">
      <h2>This answer is not JSON</h2>
      <p>
        Status {facts.status}, <code>{type || 'no content type'}</code>. The service answers with JSON only, so that
        something before it answered: a proxy, a gateway or a login page.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{text.slice(0, most) || '(empty)'}</pre>
      {text.length > most && <p class="hint">{text.length - most} more characters are not shown.</p>}
    </div>
  );
}
