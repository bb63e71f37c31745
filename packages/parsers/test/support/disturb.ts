/** A page and other pages to take pieces from. */
export interface Disturbance {
  page: string;
  others: readonly string[];
  /** Returns numbers from 0 to 1. */
  random: () => number;
}

/**
 * Changes a page in 1 to 12 places, and the texts of a third of all pages. The same random numbers give the same page.
 */
export function disturb({ page, others, random }: Disturbance): string {
  let text = random() < 1 / 3 ? withOtherTexts(page, random) : page;
  for (let left = 1 + Math.floor(random() * 12); left > 0; left--) {
    const change = changes[Math.floor(random() * changes.length)];
    if (change) text = change(text, { at: Math.floor(random() * text.length), random, others });
  }
  return text;
}

/** Replaces up to half of the texts by others that readers look for, in places where they do not expect them. */
function withOtherTexts(page: string, random: () => number): string {
  const share = random() / 2;
  return page.replace(/>[^<>]*[^<>\s][^<>]*(?=<)/g, (old) => (random() < share ? `>${pick(texts, random)}` : old));
}

interface Place {
  at: number;
  random: () => number;
  others: readonly string[];
}

const changes: readonly ((text: string, place: Place) => string)[] = [
  /** remove */ (text, place) => text.slice(0, place.at) + text.slice(place.at + lengthOf(place)),
  /** duplicate */ (text, place) => text.slice(0, place.at + lengthOf(place)) + text.slice(place.at),
  /** insert */ (text, { at, random }) => text.slice(0, at) + pick(bits, random) + text.slice(at),
  /** insert many times */ (text, { at, random }) =>
    text.slice(0, at) + pick(bits, random).repeat(500) + text.slice(at),
  /** overwrite */ (text, { at, random }) => text.slice(0, at) + pick(bits, random) + text.slice(at + 1),
  /** move */ (text, place) => {
    const end = place.at + lengthOf(place);
    const to = Math.floor(place.random() * place.at);
    return text.slice(0, to) + text.slice(place.at, end) + text.slice(to, place.at) + text.slice(end);
  },
  /** insert a piece of another page */ (text, place) => {
    const other = pick(place.others, place.random);
    const from = Math.floor(place.random() * other.length);
    return text.slice(0, place.at) + other.slice(from, from + lengthOf(place)) + text.slice(place.at);
  },
  /** rename an element */ (text, { at, random }) =>
    text.slice(0, at) + text.slice(at).replace(/<\w+/, `<${pick(names, random)}`),
  /** replace the target of a link */ (text, { at, random }) =>
    text.slice(0, at) + text.slice(at).replace(/href="[^"]*"/, `href="${pick(addresses, random)}"`),
  /** rename an attribute */ (text, { at, random }) =>
    text.slice(0, at) + text.slice(at).replace(/\s[a-z-]+=/, ` ${pick(attributes, random)}=`),
  /** damage non-ASCII characters */ (text, { at, random }) =>
    text.slice(0, at) + text.slice(at).replace(/[^\0-\x7f]/, pick(['\ud83c', '\udf75', '\ufffd', '\u0080'], random)),
  /** truncate, rarely */ (text, { at, random }) => (random() < 0.2 ? text.slice(0, at) : text),
];

const addresses = [
  ...[
    '',
    '/',
    '//',
    '//x',
    'http://',
    'https://[',
    'https://a.example:x/',
    'http://a b/',
    'http://%ZZ',
    'javascript:0',
  ],
  ...['/url?q=//', '/url?q=http://', 'https:///x', 'https://xn--/', 'http://a..b/', 'ftp://', 'mailto:a', '&#x110000;'],
];

const attributes = [
  'href',
  'id',
  'class',
  'role',
  'style',
  'title',
  'hidden',
  'aria-hidden',
  'aria-label',
  'data-attrid',
];

const names = [
  'div',
  'a',
  'h3',
  'table',
  'template',
  'select',
  'svg',
  'p',
  'form',
  'b',
  'li',
  'body',
  'script',
  'textarea',
];

const texts = [
  ...[
    '…',
    '... ',
    ' · ',
    ' - ',
    '—',
    ' › ',
    ':',
    '1',
    '12',
    '4.5',
    '(1,234)',
    '4.5 (1,234)',
    '★★★★',
    '$5',
    '5 €',
    '50 %',
  ],
  ...[
    '2 May 2024',
    ' — 2 May 2024',
    '2 May 2024 - ',
    '3 days ago',
    'Jul 16',
    '2016',
    '4:33',
    '1:02:03',
    'More',
    'x',
    '茶',
  ],
  ...[
    'https://',
    'https://a.example',
    'a.example › b',
    '@',
    '#',
    '+2',
    'Who?',
    '“',
    'Ad',
    'Page 2',
    'a·b',
    'A · B · C',
  ],
  ...['__proto__', 'constructor', 'A'.repeat(41), 'pear '.repeat(20), 'pear '.repeat(80), '1 '.repeat(60)],
];

const bits = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '/',
    '\0',
    '\ud800',
    '\udfff',
    '\u202e',
    '\ufffe',
    '\r',
    '&#0;',
    '&#x110000;',
    '<!--',
    '-->',
  ],
  ...[
    '<div>',
    '</div>',
    '<table>',
    '</table>',
    '<tr>',
    '<b>',
    '</b>',
    '<a href="https://x.example/">',
    '</a>',
    '<h3>',
    '</h3>',
    '<svg>',
  ],
  ...[
    '<template>',
    '<select>',
    '<option>',
    '<form>',
    '<script>',
    '</script>',
    '<p>',
    '</p>',
    '</body>',
    '<br>',
    '<em>',
    ' · ',
    '1,234',
  ],
];

/** The length of a piece: mostly short, sometimes a large part of the page. */
function lengthOf({ random }: Place): number {
  return Math.floor(10 ** (random() * 5));
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? '';
}
