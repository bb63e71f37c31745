/** What patterns tend to read over and over: each may begin or go on what some field is recognised by. */
export const pumps: readonly string[] = [
  ...[' ', '\t', '\u00a0', '0', '1,', ' 0,0(', '4.5 (', '(', ')', '· ', ' ·', '— ', ' - ', '|', '―a', ': ', ',', 'a, '],
  ...[
    'a',
    'a.',
    'a.a/',
    ' › ',
    'https://',
    'http://google.',
    'google.',
    '.google.a',
    '#',
    '?a=',
    '&a&',
    '%',
    '@',
    '\\',
  ],
  ...[
    '2 days ago',
    'Jan ',
    '12:',
    '1 de ',
    '年',
    'ß',
    '\u200b',
    '+',
    '...',
    '<b>a</b>',
    '&amp;',
    '&#x',
    "'",
    '[',
    '{"',
  ],
];

/** A text of about `length` characters that repeats one of them. */
export function pumped(pump: string, length: number): string {
  return pump.repeat(length / pump.length);
}
