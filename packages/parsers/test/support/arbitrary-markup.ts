import fc from 'fast-check';

const names = [
  ...[
    'div',
    'span',
    'a',
    'h1',
    'h2',
    'h3',
    'li',
    'ol',
    'ul',
    'p',
    'b',
    'em',
    'cite',
    'table',
    'tr',
    'td',
    'form',
    'input',
  ],
  ...['img', 'br', 'g-card', 'strong', 'nav', 'main', 'meta', 'label', 'time'],
];

/** Elements that contain the rest of the page if they are not closed. */
const rawNames = [
  'svg',
  'script',
  'style',
  'template',
  'textarea',
  'select',
  'option',
  'noscript',
  'title',
  'plaintext',
];

const attributeTexts = [
  ...[
    'id="rso"',
    'id=search',
    'id="b_results"',
    'id=results',
    'id="pnnext"',
    'id="rhs"',
    'id=captcha-form',
    'role=heading',
  ],
  ...[
    'role=button',
    'role=main',
    'role=navigation',
    'aria-level=3',
    'aria-label="6:14"',
    'hidden',
    'style="display:none"',
  ],
  ...['href="https://a.example/x"', 'href="/url?q=https://b.example/&sa=U"', 'href="/search?q=t&start=10"', 'href="#"'],
  ...[
    'href="https://www.youtube.com/watch?v=aB3-_xYz012"',
    'href="http://["',
    'href="https://%"',
    'href="//c.example"',
  ],
  ...[
    'data-type=web',
    'data-attrid="kc:/x:y"',
    'data-async-context="query:%"',
    'class="b_algo"',
    'name=q',
    'value="t"',
    '"',
    '=',
    "='",
  ],
];

const words = [
  ...[
    't',
    'two words',
    '2 days ago',
    '6:14',
    ' · ',
    ' — ',
    ' › ',
    'About 1,234 results (0.5 seconds)',
    '1',
    '2',
    'Next',
    '&amp;',
    '&',
  ],
  ...[
    '&#0;',
    '&#xD800;',
    '<',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '\0',
    '\ud800',
    '\udc00',
    '\u202e',
    '\ufeff',
    '\u00a0',
    '٣',
    '１',
  ],
];

/** Any string, including NUL characters and lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: 'binary', maxLength: 400 });

/** Tags, closed or not, and texts in any order. */
export const soup: fc.Arbitrary<string> = soupOf(120);

/** JSON of any shape, alone or in the forms that are sent to scripts. */
export const reply: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.json(), { arbitrary: rowsOf(), weight: 2 }),
    fc.constantFrom('%', ")]}'\n%", 'cb(%)', 'cb && cb(%);', 'window.google.ac.h(%', '\ufeff%'),
  )
  .map(([json, frame]) => frame.replace('%', () => json));

/** Changed copies of `pages`, with inserted, removed and duplicated markup. */
export function disturbed(pages: readonly string[]): fc.Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.record({
    place,
    length: fc.nat(300),
    kind: fc.constantFrom('put', 'lose', 'double'),
    markup: soupOf(6),
  });
  return fc.tuple(fc.constantFrom(...pages), fc.array(change, { minLength: 1, maxLength: 8 })).map(([page, changes]) =>
    changes.reduce((text, { place: share, length, kind, markup }) => {
      const at = Math.floor(text.length * share);
      if (kind === 'put') return text.slice(0, at) + markup + text.slice(at);
      return kind === 'lose'
        ? text.slice(0, at) + text.slice(at + length)
        : text.slice(0, at + length) + text.slice(at);
    }, page),
  );
}

function soupOf(maxLength: number): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...rawNames) },
  );
  const attributes = fc.array(fc.constantFrom(...attributeTexts), { maxLength: 4 });
  const part = fc.oneof(
    fc.tuple(name, attributes).map(([tag, written]) => `<${tag} ${written.join(' ')}>`),
    name.map((tag) => `</${tag}>`),
    fc.constantFrom(...words),
  );
  return fc.array(part, { maxLength }).map((parts) => parts.join(''));
}

/** The frame of a suggestion reply around rows of any shape. */
function rowsOf(): fc.Arbitrary<string> {
  const row = fc.oneof(
    anyText,
    fc.array(fc.oneof(anyText, fc.integer(), fc.jsonValue()), { maxLength: 4 }),
    fc.jsonValue(),
  );
  const rows = fc.array(row, { maxLength: 6 });
  const frame = fc.oneof(fc.tuple(anyText, rows, fc.jsonValue()), fc.tuple(rows, fc.jsonValue()));
  return frame.map((value) => JSON.stringify(value));
}
