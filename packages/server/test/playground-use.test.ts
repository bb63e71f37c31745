import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectAgent } from './helpers/agent.js';
import { hasChromium, noChromium, type Playground, startPlayground } from './helpers/playground.js';
import { key } from './helpers/service.js';

if (!hasChromium) test.skip(noChromium, () => {});

const run = promisify(execFile);
const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path)) ?? 'python3';
/** The tests of the client, from where its package can be imported. */
const root = fileURLToPath(new URL('../../client', import.meta.url));
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const look = { width: 1440, height: 900, colorScheme: 'light' } as const;

/** A page that tries everything by which text could become active content. */
const hostile = `<!doctype html><title>x</title><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<script>parent.hacked = top.hacked = 'script'</script><link rel="stylesheet" href="https://evil.example/x.css">
<style>@import "https://evil.example/import.css"; body { background: url(https://evil.example/style) } @font-face { font-family: x; src: url(https://evil.example/font) } p { font-family: x }</style>
<body onload="parent.hacked = 'onload'"><svg onload="parent.hacked = 'svg'"><a href="javascript:alert(1)">a</a></svg>
<a id="lure" href="javascript:parent.hacked='link'" target="_top">A link to click</a><p style="background: url(https://evil.example/attribute)">text</p>
<img src="https://evil.example/image" onerror="parent.hacked = 'image'"><iframe srcdoc="<script>top.hacked = 'frame'</script>"></iframe>
<form action="https://evil.example/form"><button id="send" autofocus onfocus="parent.hacked = 'focus'">Send</button></form>
<p>&lt;img src=x onerror="parent.hacked = 'entity'"&gt;</p>`;

describe.skipIf(!hasChromium)('the playground in a browser', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground?.close());

  async function search(hash: string): Promise<{ page: Page; faults: string[] }> {
    const opened = await playground.open(look, hash);
    await opened.page.locator('#field-query').press('Enter');
    await opened.page.locator('.found, .problem, .notice').first().waitFor();
    return opened;
  }

  test('a search can be made, shared by a URL without the key, paged through, and found in the history', async () => {
    const { page, faults } = await search('#search?op=beta.search&query=river+ferry&mkt=en-GB');
    expect(await page.locator('.row').count()).toBeGreaterThan(5);
    const first = await page.locator('.row h3').first().textContent();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect.poll(() => page.locator('.row h3').first().textContent()).not.toBe(first);
    expect(page.url()).toContain('#search?op=beta.search&query=river+ferry&mkt=en-GB&page=2');
    expect(decodeURIComponent(page.url())).not.toContain(key);
    await page.keyboard.press('h');
    expect(await page.locator('.history-row').allInnerTexts()).toEqual([
      expect.stringContaining('page 2'),
      expect.stringContaining('river ferry'),
    ]);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(key);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.evaluate('localStorage.getItem("svc.playground.history")')).toBe('[]');
    expect(await page.evaluate('localStorage.getItem("svc.playground.answers")')).toBe('[]');
    expect(faults).toEqual([]);
  });

  test('a search without a query is refused, and named in the history', async () => {
    const { page } = await search('#search?op=alpha.search&query=');
    await page.getByRole('link', { name: 'History' }).click();
    expect(await page.locator('.history-row').innerText()).toContain('no query');
  });

  test('the rows of several engines are shown with their engines, and those that failed are named', async () => {
    const { page, faults } = await search('#search?op=search.all&query=river');
    expect(await page.locator('.found').innerText()).toMatch(/^[1-9]\d results$/);
    expect(await page.locator('.row .facts').first().innerText()).toMatch(/(?:alpha|beta|gamma) \d/);
    expect(await page.locator('.pane-title').allInnerTexts()).toEqual([expect.stringMatching(/results/i)]); // there is no page
    await page.locator('.row').nth(1).hover();
    await expect.poll(() => page.locator('.json .is-here').getAttribute('data-path')).toBe('results.1');
    await page.route('**/api/v1/search/all*', async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, engines: { ...body.engines, beta: { state: 'upstream_captcha' } } } });
    });
    await page.locator('#field-query').press('Enter');
    await page.getByText('Without beta (upstream_captcha).').waitFor();
    expect(faults).toEqual([]);
  });

  test('operations are grouped by the common names of the engines', async () => {
    const { page } = await playground.open(look);
    expect(await page.locator('#field-operation').innerHTML()).toContain(
      '<optgroup label="Google"><option>alpha.search',
    );
    expect(await page.locator('optgroup[label="All engines"] option').allInnerTexts()).toEqual(['search.all']);
  });

  test('a place can be chosen by keyboard, and the resolved place is shown', async () => {
    const { page } = await playground.open(look, '#search?op=alpha.search&query=coffee');
    await page.locator('#field-location').pressSequentially('lisb');
    await page.locator('[role=option]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('#field-location').inputValue()).toMatch(/^Lisbon,.*Portugal$/);
    await page.keyboard.press('Enter');
    await page.locator('.found').waitFor();
    expect(await page.locator('.summary').innerText()).toMatch(/Place\s+Lisbon, .*Portugal/);
  });

  test('errors are shown at their fields, with advice', async () => {
    const { page } = await search('#search?op=alpha.search&query=a&gl=zz&location=Lisbonn');
    expect(await page.locator('.problem').innerText()).toMatch(/What to do/);
    expect(await page.locator('#field-gl').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#field-gl-fault').innerText()).toContain('country code');
    const button = await page.getByRole('button', { name: 'Search', exact: true }).boundingBox();
    expect(button?.height).toBeLessThan(50); // beside a field with a long message
    await page.locator('#field-location-fault .chip').first().click();
    expect(await page.locator('#field-location').inputValue()).toContain('Lisbon');
  });

  test('a running search shows its duration, and can be cancelled', async () => {
    const { page } = await playground.open(look, '#search?op=gamma.search&query=river');
    await page.route('**/api/v1/gamma/search*', () => {}); // never answered
    await page.locator('#field-query').press('Enter');
    await page.locator('.elapsed').waitFor();
    await expect.poll(() => page.locator('.elapsed').innerText()).not.toBe('0.0 s');
    await page.keyboard.press('Escape');
    expect(await page.locator('.notice').innerText()).toContain('Cancelled');
  });

  test('a response that is not JSON is shown as text', async () => {
    const { page, faults } = await playground.open(look, '#search?op=gamma.search&query=river');
    const body = '<h1>Log in</h1><script>globalThis.hacked = 1</script>';
    await page.route('**/api/v1/gamma/search*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body }),
    );
    await page.locator('#field-query').press('Enter');
    expect(await page.locator('.notice pre').innerText()).toBe(body);
    expect(await page.evaluate('globalThis.hacked')).toBe(undefined);
    expect(faults).toEqual([]);
  });

  test('texts and links of a response never become markup', async () => {
    const { page, faults } = await playground.open(look, '#search?op=alpha.search&query=river');
    const text = '<img src=x onerror="globalThis.hacked = 1"><b>&amp;';
    const link = 'javascript:globalThis.hacked=1';
    const row = {
      position: 1,
      title: text,
      link,
      source: text,
      displayed_link: text,
      snippet: text,
      snippet_matched: [text, 'b', '('],
    };
    const answer = {
      organic_results: [row],
      knowledge_graph: { title: text, website: link, attributes: { [text]: text }, description: text },
      related_searches: [{ query: text }],
      blocks: { ads: [{ title: text, link, extra: [{ title: text, link }] }] },
      metadata: { attempts: text },
    };
    await page.route('**/api/v1/alpha/search*', (route) => route.fulfill({ json: answer }));
    await page.locator('#field-query').press('Enter');
    await page.locator('.row').waitFor();
    expect(await page.locator('.row h3').innerText()).toBe(text);
    expect(await page.locator('img, a[href^="javascript"]').count()).toBe(0);
    expect(await page.evaluate('globalThis.hacked')).toBe(undefined);
    expect(faults).toEqual([]);
  });

  test('a hostile page in the inspector runs, loads, opens and sends nothing', async () => {
    const { page, faults } = await playground.open(look, '#inspect');
    await page.getByText('Paste a page').click();
    await page.getByLabel('Source of the page').fill(hostile);
    await page.getByRole('button', { name: 'Inspect it' }).click();
    const frame = page.frameLocator('iframe');
    await frame.locator('#lure').click();
    await frame.locator('#send').click();
    await page.waitForTimeout(500);
    expect(page.url()).toMatch(/#inspect$/);
    expect(await page.evaluate('[globalThis.hacked, frames.length, frames[0].location.pathname]')).toEqual([
      undefined,
      1,
      '/frame.html',
    ]);
    expect(await frame.locator('script, iframe, form, base, meta, link, svg, [onload], [onerror]').count()).toBe(0);
    expect(await frame.getByText('<img src=x').count()).toBe(1);
    expect(faults.filter((fault) => !/violates the following Content Security Policy directive/.test(fault))).toEqual(
      [],
    );
  });

  test('the inspector links values and places both ways, and explains why a candidate was dropped', async () => {
    const { page, faults } = await search('#search?op=alpha.search&query=river+ferry');
    const title = await page.locator('.row h3').nth(1).innerText();
    await page.getByRole('button', { name: 'Inspect the page' }).click();
    const row = page.getByRole('region', { name: 'Row 2' });
    await row.locator('.mark', { hasText: title }).first().hover();
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('[data-svc-here]').innerText()).toContain(title);
    await page.mouse.move(0, 0);
    await frame.locator('[data-svc-mark]', { hasText: title }).first().click();
    expect(await row.locator('.mark[aria-pressed=true]').count()).toBe(1);
    await page.getByRole('tab', { name: /^Dropped/ }).click();
    const dropped = page.locator('.mark').filter({ has: page.locator('.dropped') });
    expect(await dropped.first().innerText()).toMatch(/ad|news|card/);
    await page.getByRole('tab', { name: 'Fixture' }).click();
    expect(await page.locator('.command').innerText()).toMatch(
      /^npx svc-fixtures add alpha\.search\/river-ferry page\.html --query 'river ferry'/,
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'page.html' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('page.html');
    expect(faults).toEqual([]);
  });

  /** Runs the copied code; modules resolve as in a project that has the client installed. */
  const runners = {
    curl: (code: string) => run('/bin/sh', ['-c', code], { maxBuffer: 1 << 24 }),
    TypeScript: (code: string) =>
      run(process.execPath, ['--input-type=module', '-e', code], { maxBuffer: 1 << 24, cwd: root }),
    Python: (code: string) => run(python, ['-c', code], { maxBuffer: 1 << 24 }),
    svc: (code: string) =>
      run('/bin/sh', ['-c', code.replace('npx svc', `'${process.execPath}' '${cli}'`)], { maxBuffer: 1 << 24 }),
  };

  test.each(Object.entries(runners))(
    'the search as %s, run as copied, returns the JSON shown',
    async (name, execute) => {
      const { page } = await search(`#search?op=gamma.search&query=${encodeURIComponent(`it's a "river" \\ $HOME é`)}`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'JSON', exact: true }).click(),
      ]);
      const shown = JSON.parse(await readFile(await file.path(), 'utf8')) as object;
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByRole('tab', { name }).click();
      await page.getByLabel('Include my key').check();
      const code = await page.locator('pre.code').innerText();
      expect(shown).toHaveProperty('html');
      expect(JSON.parse((await execute(code)).stdout)).toEqual(shown);
    },
  );

  /** Calls the tool with the copied settings and arguments, through the client of the official SDK. */
  async function callCopied(code: string) {
    const [settings = '', call = ''] = code.split('\n\n');
    const { url, headers } = JSON.parse(settings).mcpServers.svc as { url: string; headers: Record<string, string> };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    const agent = await connectAgent(transport as Parameters<typeof connectAgent>[0]);
    const { params } = JSON.parse(call) as { params: { name: string; arguments: Record<string, unknown> } };
    const { structuredContent } = await agent.call(params.name, params.arguments);
    await agent.client.close();
    return structuredContent as { results: Row[]; full?: { organic_results: Row[] } };
  }

  interface Row {
    title: string;
    link: string;
  }

  test.each([
    ['alpha.search', '&location=Lisbon,Portugal', {}],
    ['gamma.search', '', {}],
    ['alpha.search', '&hl=de&num=20', { SVC_MCP_TOOLS: 'all' }],
  ])('the search over MCP, called as copied, returns the rows shown: %s %s', async (operation, values, env) => {
    const own = await startPlayground(env);
    onTestFinished(() => own.close());
    const { page } = await own.open(look, `#search?op=${operation}&query=river+ferry${values}`);
    await page.locator('#field-query').press('Enter');
    const shown = page.locator('.row h3 a');
    await shown.first().waitFor();
    const links = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('tab', { name: 'MCP' }).click();
    await page.getByLabel('Include my key').check();
    const { results, full } = await callCopied(await page.locator('pre.code').innerText());
    expect((full?.organic_results ?? results).map(({ link }) => link)).toEqual(links);
    expect(results.map(({ title }) => title)).toEqual(await shown.allInnerTexts());
  });

  describe('a row is highlighted in the page, the list and the JSON', () => {
    /** The title that is highlighted in each view. */
    async function lit(page: Page): Promise<{ page: string; list: string; json: string }> {
      const inPage = page.frameLocator('iframe').locator('[data-svc-here]');
      await Promise.all([
        inPage.waitFor(),
        page.locator('.row.is-here').waitFor(),
        page.locator('.json .is-here').waitFor(),
      ]);
      const path = await page.locator('.json .is-here').getAttribute('data-path');
      const json = await page.locator(`.json [data-path="${path}"]`).innerText();
      return { page: await inPage.innerText(), list: await page.locator('.row.is-here h3').innerText(), json };
    }

    async function expectLit(page: Page, title: string): Promise<void> {
      await expect.poll(async () => (await lit(page)).list).toBe(title);
      const { page: inPage, json } = await lit(page);
      expect(inPage).toContain(title);
      expect(json).toContain(JSON.stringify(title).slice(0, 40));
      expect(await page.locator('.row.is-here').count()).toBe(1);
    }

    async function start() {
      const { page, faults } = await search('#search?op=alpha.search&query=river+ferry');
      const titles = await page.locator('.row h3').allInnerTexts();
      const frame = page.frameLocator('iframe');
      await frame.locator('[data-svc-mark=linked]').first().waitFor();
      return { page, faults, frame, titleAt: (index: number) => titles[index] ?? '' };
    }

    test('by pointer, in any view', async () => {
      const { page, faults, frame, titleAt } = await start();
      await page.locator('.row').nth(2).hover();
      await expectLit(page, titleAt(2));
      await frame
        .getByRole('heading', { name: titleAt(4) })
        .first()
        .hover();
      await expectLit(page, titleAt(4));
      await page.locator('.json [data-path="organic_results.1"] > summary').hover();
      await expectLit(page, titleAt(1));
      expect(faults).toEqual([]);
    });

    test('by arrow keys, in any view', async () => {
      const { page, faults, titleAt } = await start();
      await page.locator('.row').nth(1).hover();
      await page.mouse.move(0, 0);
      await page.locator('.entries').focus();
      await page.keyboard.press('ArrowDown');
      await expectLit(page, titleAt(2));
      await page.frameLocator('iframe').locator('body').focus();
      await page.keyboard.press('ArrowUp');
      await expectLit(page, titleAt(1));
      await page.keyboard.press('ArrowDown');
      await expectLit(page, titleAt(2));
      await page.locator('.json [data-path="organic_results.2"] > summary').focus();
      await page.keyboard.press('ArrowDown');
      await expectLit(page, titleAt(3));
      await page.keyboard.press('ArrowRight');
      await page.locator('.json [data-path="organic_results.3"][open]').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.locator('.json [data-path="organic_results.3"]:not([open])').waitFor();
      expect(faults).toEqual([]);
    });

    test('and Tab moves from one view to the next', async () => {
      const { page } = await start();
      await page.locator('.json summary').first().focus();
      const seen = new Set<string>();
      for (let count = 0; count < 80; count++) {
        await page.keyboard.press('Shift+Tab');
        seen.add(await page.evaluate('document.activeElement.tagName + "." + document.activeElement.className'));
      }
      expect([...seen]).toEqual(expect.arrayContaining(['IFRAME.', 'DIV.entries']));
    });
  });

  test('an inspected page can be shared by its URL', async () => {
    const { page } = await search('#search?op=alpha.search&query=river+ferry&hl=de');
    await page.getByRole('button', { name: 'Inspect the page' }).click();
    const first = page.getByRole('region', { name: 'Row 1', exact: true });
    const text = await first.innerText();
    const [, hash = ''] = page.url().split('#');
    expect(hash).toBe('inspect?op=alpha.search&query=river+ferry&hl=de');
    const { page: other, faults } = await playground.open(look, `#${hash}`);
    await other.getByRole('button', { name: 'Search and inspect' }).click();
    expect(await other.getByRole('region', { name: 'Row 1', exact: true }).innerText()).toBe(text);
    expect(other.url()).toContain(`#${hash}`);
    await other.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a page of a simulated engine opens at once in the inspector, and an error links to the search', async () => {
    const simulated = await startPlayground({ SVC_ADAPTER: 'simulated' });
    onTestFinished(() => simulated.close());
    const { page } = await simulated.open(look, '#inspect');
    await page.getByRole('link', { name: 'Open a page of a simulated engine' }).click();
    await page.getByRole('region', { name: 'Row 1', exact: true }).waitFor();
    const failed = await simulated.open(look, '#inspect?op=alpha.search&query=river+sim%3Acaptcha');
    await failed.page.getByRole('link', { name: 'Show the search' }).click();
    expect(await failed.page.locator('.problem').innerText()).toContain('captcha');
  });

  test('the key is taken from the URL fragment, stored, and removed from the address bar', async () => {
    const { page } = await playground.open(look, '#key=from%2Ffragment-0123456789');
    expect(page.url()).not.toContain('fragment');
    await page.getByRole('button', { name: 'Options' }).click();
    expect(await page.locator('#field-key').inputValue()).toBe('from/fragment-0123456789');
    expect(await page.evaluate('localStorage.getItem("svc.playground.start-key")')).toContain('from/fragment');
  });

  test('a search in the history shows its response without another request', async () => {
    const { page } = await search('#search?op=gamma.search&query=river');
    const first = await page.locator('.row h3').first().innerText();
    await page.reload();
    await page.locator('.form').waitFor();
    let requests = 0;
    await page.route('**/api/v1/gamma/search*', (route) => {
      requests++;
      return route.continue();
    });
    await page.keyboard.press('h');
    await page.locator('.history-row').first().click();
    await page.locator('.stored').waitFor();
    expect(await page.locator('.row h3').first().innerText()).toBe(first);
    expect(requests).toBe(0);
  });

  test('rows can be downloaded as CSV', async () => {
    const { page } = await search('#search?op=gamma.search&query=river');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('position,title,link');
    expect(lines).toHaveLength((await page.locator('.row').count()) + 1);
  });

  test('a page with 200,000 siblings is parsed and drawn while the playground remains usable', async () => {
    const { page, faults } = await playground.open(look, '#inspect');
    const siblings = '<p>x</p>'.repeat(200_000);
    await page.locator('#inspect-file').setInputFiles({
      name: 'wide.html',
      mimeType: 'text/html',
      buffer: Buffer.from(`<!doctype html><title>x</title><body>${siblings}`),
    });
    await page.locator('.problem, .mark').first().waitFor();
    const note = page.frameLocator('iframe').locator('[data-svc-note]');
    await note.waitFor();
    expect(await note.innerText()).toMatch(/^197,\d{3} more siblings/);
    await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('everything can be reached by keyboard: skip link, shortcuts, dialog, tabs', async () => {
    const { page } = await search('#search?op=alpha.search&query=river');
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').innerText()).toContain('Keyboard shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-query');
    await page.getByRole('tab', { name: 'JSON' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Code' }).getAttribute('aria-selected')).toBe('true');
  });

  test('the colour scheme follows the choice, and is remembered', async () => {
    const { page } = await playground.open(look);
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: /^Colours: system/ }).click();
    expect(await background()).toBe(light);
    await page.getByRole('button', { name: /^Colours: light/ }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.locator('.form').waitFor();
    expect(await background()).toBe(dark);
  });
});
