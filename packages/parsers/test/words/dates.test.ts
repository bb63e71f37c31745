import { describe, expect, test } from 'vitest';
import { isDateText, splitLeadingDate } from '../../src/words/dates.js';

const dates = [
  ...['Jan 17, 2024', 'Aug 01, 2022', 'September 8, 2025', '7 Feb 2023', '23 July 2025', '27-Jun-2022', '5/03/2020'],
  ...[
    '4 days ago',
    '1 hour ago',
    '34 mins ago',
    '2 weeks ago',
    'Yesterday',
    '10/18/2019',
    '2024-05-01',
    'AMP - 21 juil. 2014',
  ],
  ...['24 авг. 2013 г.', '27 июня 2015 г.', '5 дней назад', '17 ч. назад', '9 maj 2023', '30 cze 2021', '20 paź 2022'],
  ...['18.07.2023', 'vor 6 Tagen', '16. Aug. 2019', '9. Juni 2024', '18 oct. 2014', '11 mars 2008', 'Il y a 17 heures'],
  ...['10 de jul. de 2019', 'há 7 dias', '25 nov 2021', '28 ene. 2015', 'hace 2 días', '3. mar 2020.', '26. jul 2023.'],
  ...['7. 6. 2022.', 'pirms 8 stundām', '2023年5月24日', '3 天之前', '3天前', '2時間前', '2023년 5월 24일', '3일 전'],
  ...['15 Tem 2023', '2 gün önce', '٢٤ مايو ٢٠٢٣', 'قبل ٣ أيام', 'לפני 3 ימים', '24 במאי 2023', '24 मई 2023'],
  ...['2 giờ trước', '24 thg 5, 2023', '24 พ.ค. 2566', '3 วันที่ผ่านมา', '24 Mei 2023', '2023. máj. 24.', '24 Μαΐ 2023'],
  ...['Sept 7, 2023', '1er janv. 2021', '25 nov de 2021', '18 de jul. 2023', '2023. gada 18. jūl.', '18 июл. 2023 ж.'],
  ...['for 3 dager siden', '7 dias atrás', '3 päeva tagasi', '3 gün əvvəl', 'منذ 3 أيام', 'לפני יומיים', 'לפני שעתיים'],
  ...['Khordad 8, 1401 AP', '۸ خرداد ۱۴۰۱', '24 مهٔ 2023', '3 Ramadan 1444 AH', '3 رمضان 1444 هـ', '24 พ.ค. 2023'],
];

const others = [
  ...['', '2023', 'Page 36', '201 Artikel', 'Documentary films', 'May', 'in 3 days', '3 days', '1.2.3', '192.168.1.10'],
  ...[
    'by P Liu · 2023 · Cited by 2',
    'Cited by 8',
    '45/45/2020',
    '13/13/2020',
    '2020-2021',
    '3 days ago by someone',
    '5 min',
    '2 h',
    '5 s',
    '2 мин',
    'd days ago',
    '3 5 2020',
    'May 2020',
    'Windows 11 2024',
    '5 de 2013',
    'May 5, 2020, May 6',
    'May 5, 2020 -',
    'May 5, 2020 —',
    '(May 5, 2020)',
  ],
];

test.each(dates)('%j is a date', (text) => {
  expect(isDateText(text)).toBe(true);
});

test.each(others)('%j is not a date', (text) => {
  expect(isDateText(text)).toBe(false);
});

const short = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec'];
const long = 'january february march april june july august september october november december'.split(' ');

// Dates in English need only these names. With a word of another language, the names of all languages are used.
test.each([...short, ...long])('%s is a month in English, and by the names of all languages', (month) => {
  for (const text of [`5 ${month} 2024`, `${month}. 5, 2024`, `5 er ${month} 2024`])
    expect(isDateText(text)).toBe(true);
  for (const text of [`5 6 ${month} 2024`, `${month} 2024`, `5 ${month}x 2024`, `5 ${month} the 2024`])
    expect(isDateText(text)).toBe(false);
});

test('isDateText ignores directional characters and no-break spaces', () => {
  expect(isDateText('\u200f24 במאי\u00a02023\u200e')).toBe(true);
});

describe('splitLeadingDate removes a leading date and its separator', () => {
  test.each([
    ['Jan 17, 2024 — The text', 'Jan 17, 2024', 'The text'],
    ['24 авг. 2013 г. - Текст', '24 авг. 2013 г.', 'Текст'],
    ['2025年12月31日\u00a0· 正文', '2025年12月31日', '正文'],
    ['23 février 2025 - « Bonjour »', '23 février 2025', '« Bonjour »'],
    ['AMP - 21 juil. 2014 - Le texte', 'AMP - 21 juil. 2014', 'Le texte'],
    ['27-Jun-2022 – A text - more', '27-Jun-2022', 'A text - more'],
    ['3 days ago · Jan 17, 2024 — twice', '3 days ago', 'Jan 17, 2024 — twice'],
    ['July 20, 2026 -', 'July 20, 2026', ''],
  ])('%j', (text, date, rest) => {
    expect(splitLeadingDate(text)).toEqual({ date, rest });
  });
});

describe('splitLeadingDate returns a text without a leading date unchanged', () => {
  test.each([
    'Jan 17, 2024 was a cold day — and more',
    'Yesterday - The Beatles',
    'Page 36 - The text',
    'by P Liu · 2023 · Cited by 2 — The text',
    '2020–2021 was a hard season',
    'On 5 May 2020 - the text',
    '5 May 2020',
    '',
  ])('%j', (text) => {
    expect(splitLeadingDate(text)).toEqual({ rest: text });
  });
});

test('splitLeadingDate takes constant time for any length of text', () => {
  const started = process.cpuUsage();
  for (const unit of ['- ', '1', ' · ', 'Jan 1, 2024 ', '\u00a0', '\u200f']) splitLeadingDate(unit.repeat(200_000));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(500);
});
