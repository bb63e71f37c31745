// Compares what the parsers read with what Chromium shows, on the real pages of ../shared (or SVC_SHARED). No test of the
// parsers can share their model of what is seen: here the browser's own layout decides.
//
//   pnpm seen                    per field: texts read, and those that the browser hides
//   pnpm seen --only mobile      pages whose name contains a text
//   pnpm seen --show 40          lists the hidden texts of rows
//   pnpm seen --show 40 --all    lists those of everything
//
// Pages are drawn without scripts and without a network. A page that hides most of its texts until a script runs is left
// out and named. Answers, sources and facts that a page expands on a click are hidden and read on purpose: only the texts
// of rows must be in sight. Ends with 1 if more than one of 500 is not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { operationExtras, operations } from '../packages/parsers/dist/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const corpus = join(resolve(process.env.SVC_SHARED ?? join(root, '..', 'shared')), 'corpus');
const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '0' },
    all: { type: 'boolean', default: false },
  },
});
if (!existsSync(corpus)) throw new Error(`no pages at ${corpus}`);
if (!existsSync(executablePath)) throw new Error(`no Chromium at ${executablePath}: SVC_TEST_CHROMIUM names another`);
const { chromium } = await import('playwright-core');

/** Properties that are no texts of the page: addresses, and words of the parser. */
const noTexts = /^(?:link|domain|thumbnail|favicon|website|description_link|type|kind|column|position|video_id|query)$/;
/** Fields of rows that only fall back to the host of the link. */
const fromLink = new Set(['organic_results.source']);
const maxShare = 1 / 500;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const counts = new Map();
const hidden = [];
const leftOut = [];
let compared = 0;
for (const page of pages()) {
  const texts = textsRead(page);
  if (texts.length === 0) continue;
  const { inSight, all } = await textsOf(page);
  // What is nowhere in the text is put together from parts, or in scripts.
  const covered = texts.filter(({ text }) => !inSight.includes(text) && all.includes(text));
  if (covered.length * 2 > texts.length) leftOut.push(page.name);
  else {
    compared += 1;
    for (const read of texts) count(page, read, covered.includes(read));
  }
}
await browser.close();
report();

/** The pages of the corpus with the operation of their folder. */
function* pages() {
  for (const folder of [corpus, join(corpus, 'unlabelled')])
    for (const name of readdirSync(folder)) {
      const operation = name.replace(/-special$/, '-search').replace('-', '.');
      if (!(operation in operations)) continue;
      for (const file of readdirSync(join(folder, name)))
        if (file.endsWith('.html') && `${name}/${file}`.includes(options.only))
          yield { name: `${name}/${file}`, operation, body: readFileSync(join(folder, name, file)) };
    }
}

/** Every text that the parser reads, with its path; none of a page without results. The facts of a panel are one path. */
function textsRead({ operation, body }) {
  const names = operationExtras[operation].filter((name) => name !== 'diagnostics');
  const extras = Object.fromEntries(names.map((name) => [name, true]));
  try {
    return textsIn(operations[operation](body, extras), '');
  } catch {
    return [];
  }
}

function textsIn(value, path) {
  if (typeof value === 'string') return plain(value) === '' ? [] : [{ path, text: plain(value), written: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    noTexts.test(name) ? [] : textsIn(inner, /^$|\.attributes$/.test(path) ? path || name : `${path}.${name}`),
  );
}

/** The text that Chromium shows, and all text of the page, both without white space. */
async function textsOf({ name, body }) {
  const viewport = name.includes('mobile') ? { width: 412, height: 900 } : { width: 1400, height: 900 };
  const context = await browser.newContext({ viewport });
  const tab = await context.newPage();
  const html = body
    .toString('utf8')
    .replace(/<script\b[\s\S]*?<\/script>|<meta[^>]*http-equiv[^>]*refresh[^>]*>/gi, '');
  await tab.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().frame() === tab.mainFrame()
      ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
      : route.abort(),
  );
  await tab.goto('http://page.test/', { waitUntil: 'domcontentloaded' });
  const { shown, all } = await tab.evaluate(readText);
  await context.close();
  return { inSight: plain(shown), all: plain(all) };
}

/** Runs in the page. Elements of one pixel, clipped ones and transparent ones are out of sight too. */
function readText() {
  const known = new Map([[document.documentElement, false]]);
  const isHidden = (element) => {
    if (!known.has(element)) known.set(element, isHiddenItself(element) || isHidden(element.parentElement));
    return known.get(element);
  };
  let [shown, all] = ['', ''];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.parentElement.tagName)) continue;
    all += node.data;
    if (!isHidden(node.parentElement)) shown += node.data;
  }
  return { shown, all };

  function isHiddenItself(element) {
    const { visibility, display, opacity, clip, clipPath, position, overflow } = getComputedStyle(element);
    if (visibility === 'hidden' || display === 'none' || opacity === '0') return true;
    if ((/rect\([01]/.test(clip) && position !== 'static') || /inset\((?:50|100)%/.test(clipPath)) return true;
    const { width, height } = element.getBoundingClientRect();
    return overflow !== 'visible' && !/^(?:inline|contents)$/.test(display) && (width <= 1 || height <= 1);
  }
}

/** A text as it can be compared: without white space and invisible marks, in lower case. */
function plain(text) {
  return text
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, '')
    .toLowerCase();
}

function count(page, { path, written }, isHidden) {
  const sum = counts.get(path) ?? { texts: 0, hidden: 0 };
  counts.set(path, { texts: sum.texts + 1, hidden: sum.hidden + Number(isHidden) });
  if (isHidden) hidden.push({ path, line: `${page.name} ${path}: ${written}` });
}

function isOfRow(path) {
  return path.startsWith('organic_results.') && !fromLink.has(path);
}

function report() {
  const listed = hidden.filter(({ path }) => options.all || isOfRow(path));
  for (const { line } of listed.slice(0, Number(options.show))) console.log(`  ${line.slice(0, 200)}`);
  const rows = [...counts].filter(([path, sum]) => isOfRow(path) || sum.hidden > 0);
  for (const [path, sum] of rows.sort(([one], [other]) => one.localeCompare(other)))
    console.log(`${path.padEnd(50)} ${String(sum.texts).padStart(6)} texts, ${sum.hidden} hidden`);
  for (const name of leftOut) console.log(`left out, as it is hidden until a script runs: ${name}`);
  const total = (of) => of.reduce((sum, [, { texts }]) => sum + texts, 0);
  const ofRows = [...counts].filter(([path]) => isOfRow(path));
  const unseen = hidden.filter(({ path }) => isOfRow(path)).length;
  console.log(
    `${compared} pages, ${total([...counts])} texts read; of ${total(ofRows)} in rows, Chromium hides ${unseen}`,
  );
  process.exitCode = unseen > maxShare * total(ofRows) ? 1 : 0;
}
