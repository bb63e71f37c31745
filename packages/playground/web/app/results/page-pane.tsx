import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { lazyModule } from '../inspector/lazy-module.js';
import type { Source } from '../inspector/read.js';
import type { Answer } from './answer.js';
import type { Linked } from './here.js';

/** The parsers are half of all the code of the page: they come when a page is drawn. */
const loadLinkedPage = lazyModule(() => import('../inspector/linked-page.js'));

interface PagePaneProps extends Linked {
  answer: Answer;
  /** The pages that came with the answer. */
  pages: readonly Source[];
}

/** The page as the engine showed it; what is read of it is lit up with the other views. */
export function PagePane({ answer, pages, ...linked }: PagePaneProps): JSX.Element {
  const [number, choose] = useState(0);
  const source = pages[number] ?? pages[0];
  const module = loadLinkedPage();
  if (source === undefined) {
    return (
      <p class="notice">
        The answer has no page. Turn <b>html</b> on under Options to see it here, beside what was read of it.
      </p>
    );
  }
  return (
    <div class="page-pane">
      {pages.length > 1 && (
        <label class="page-choice">
          Page{' '}
          <select value={number} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {pages.map(({ from }, index) => (
              <option key={from} value={index}>
                {index + 1} of {pages.length}
              </option>
            ))}
          </select>
        </label>
      )}
      {module === undefined ? (
        <p class="hint">Drawing the page …</p>
      ) : (
        <module.LinkedPage key={source.from} source={source} answer={answer} {...linked} />
      )}
    </div>
  );
}
