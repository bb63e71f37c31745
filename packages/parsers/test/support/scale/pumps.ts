/** Texts that patterns can scan repeatedly: each can start or continue a text that a field is recognised by. */
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

/** A text of about `length` characters that repeats a pump. */
export function pumped(pump: string, length: number): string {
  return pump.repeat(length / pump.length);
}
