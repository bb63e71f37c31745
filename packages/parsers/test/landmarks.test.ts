import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDocument, select } from '../src/document.js';
import { landmarks, type Operation, operationNames, operations, PageError } from '../src/index.js';

const pages = fileURLToPath(new URL('../../../fixtures/pages', import.meta.url));

interface Captured {
  name: string;
  state: string;
  isMarked: boolean;
}

function capturedPages(operation: Operation): Captured[] {
  const folder = `${pages}/${operation}`;
  return readdirSync(folder).flatMap((name) => {
    const file = readdirSync(`${folder}/${name}`).find((entry) => entry === 'page.html');
    if (file === undefined) return [];
    const body = readFileSync(`${folder}/${name}/${file}`);
    return [{ name, state: stateOf(operation, body), isMarked: isMarked(operation, body) }];
  });
}

function stateOf(operation: Operation, body: Buffer): string {
  try {
    operations[operation](body);
    return 'results';
  } catch (error) {
    if (error instanceof PageError) return error.state;
    throw error;
  }
}

function isMarked(operation: Operation, body: Buffer): boolean {
  const document = readDocument(body);
  return landmarks[operation].some((selector) => select(document, selector).length > 0);
}

/** A refusal inside a script has no element to wait for. */
const isElementless = ({ name }: Captured) => name.includes('captcha-in-json');

/** A page for clients without scripts, which browsers never receive. */
const isBasic = ({ name }: Captured) => name.includes('no-results-basic');

/** States with visible content. A page that only runs scripts and an unknown page have no landmark. */
const visibleStates = ['results', 'captcha', 'consent'];

describe.each(operationNames.filter((name) => landmarks[name].length > 0))('landmarks of %s', (operation) => {
  const captured = capturedPages(operation);

  it('match every page with results, a captcha or a consent form', () => {
    const expected = captured.filter(
      (page) => visibleStates.includes(page.state) && !isElementless(page) && !isBasic(page),
    );
    const missed = expected.filter((page) => !page.isMarked);
    expect(missed.map(({ name }) => name)).toEqual([]);
    const fewest = captured.length < 20 ? captured.length / 2 : 10; // a new operation begins with few captures
    expect(captured.filter((page) => page.isMarked).length).toBeGreaterThan(fewest);
  });

  it('match no page that requires scripts', () => {
    const walls = captured.filter(({ state }) => state === 'js_required');
    expect(walls.filter((page) => page.isMarked).map(({ name }) => name)).toEqual([]);
    if (operation === 'alpha.search') expect(walls.length).toBeGreaterThan(0);
  });
});
