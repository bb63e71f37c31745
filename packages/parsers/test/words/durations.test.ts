import { expect, test } from 'vitest';
import { isDurationInWords, parseClockDuration } from '../../src/words/numbers.js';

test.each([
  ...['45 min', '1 hr 20 min', '2 h', '1 hour', '2 hours', '5 minutes', '20 minutes', '1 minute', '30 mins', '2 hrs'],
  ...['20 Min.', '1 Std. 20 Min.', '1 heure', '45 minutos', '1 ora', '2 uur', '5 godzin', '2 godziny', '2 часа'],
  ...[
    '5 часов',
    '21 минута',
    '5 hodin',
    '3 saat',
    '1 timme',
    '2 timer',
    '45 分',
    '1 時間 20 分',
    '2시간',
    '1小时20分钟',
  ],
  ...['٢ ساعة', '2 घंटे', '2 jam', '2 giờ', ' 45 min', '45 min.', '1hr20min'],
])('%j is a duration', (text) => {
  expect(isDurationInWords(text)).toBe(true);
});

test.each([
  ...[
    '',
    '4:31',
    '45',
    'min',
    'about 45 min',
    '- 45 min',
    '45 m²',
    '1 hr 20',
    '1 hr 20 min 5 s',
    '45 min ago',
    '2 h h',
  ],
  ...[`${' '.repeat(19)}45 min`, '2 days', '1.5 h', '1:30 h'],
])('%j is not a duration', (text) => {
  expect(isDurationInWords(text)).toBe(false);
});

test('isDurationInWords is false for more than 24 characters', () => {
  expect(isDurationInWords(`45${' '.repeat(19)}min`)).toBe(true);
  expect(isDurationInWords(`45${' '.repeat(20)}min`)).toBe(false);
});

test.each([
  ['3:27', '3:27'],
  ['▶ 3:27', '3:27'],
  ['▶▶ 1:03:27', '1:03:27'],
  ['123:27', '123:27'],
  ['٣:٢٧', '٣:٢٧'],
  ['𝟏𝟐𝟑:𝟐𝟕:𝟎𝟎', '𝟏𝟐𝟑:𝟐𝟕:𝟎𝟎'],
  ['😀😀😀𝟏𝟐𝟑:𝟐𝟕:𝟎𝟎', '𝟏𝟐𝟑:𝟐𝟕:𝟎𝟎'],
  ['▶▶▶▶3:27', undefined],
  ['1234:27', undefined],
  ['3:7', undefined],
  ['3:27:00:00', undefined],
  ['at 3:27', undefined],
  ['3:27 h', undefined],
  ['327', undefined],
  [':27', undefined],
])('the duration in %j is %j', (text, time) => {
  expect(parseClockDuration(text)).toBe(time);
});
