import { deflateSync, gzipSync } from 'node:zlib';

type Encoding = (text: string) => string;

const bytesOf = (text: string) => [...Buffer.from(text)];
const hexOf = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');
const base64: Encoding = (text) => Buffer.from(text).toString('base64');
const percent: Encoding = (text) =>
  bytesOf(text)
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${hexOf(byte).toUpperCase()}`,
    )
    .join('');
const form: Encoding = (text) => new URLSearchParams([['a', text]]).toString().slice(2);
const json: Encoding = (text) => JSON.stringify(text).slice(1, -1);
/** Escapes every second character. */
const inPart =
  (encode: (sign: string) => string): Encoding =>
  (text) =>
    [...text].map((sign, index) => (index % 2 === 0 ? encode(sign) : sign)).join('');
const unicode = (sign: string) => Array.from(sign, (unit) => `\\u${hexOf(unit.charCodeAt(0), 4)}`).join('');
const wrapped = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`);

/** Encodings in which a secret may be printed, implemented independently of the tested code. */
export const encodings: Readonly<Record<string, Encoding>> = {
  plain: (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'decomposed (NFD)': (text) => text.normalize('NFD'),
  'percent-encoded': percent,
  'percent-encoded in lower case': (text) => percent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded by a browser': encodeURIComponent,
  'percent-encoded twice': (text) => percent(percent(text)),
  'percent-encoded three times': (text) => percent(percent(percent(text))),
  'percent-encoded letter by letter': (text) =>
    bytesOf(text)
      .map((byte, index) => (index % 2 === 0 ? `%${hexOf(byte)}` : `%${hexOf(byte).toUpperCase()}`))
      .join(''),
  'percent-encoded in part': inPart((sign) => [...Buffer.from(sign)].map((byte) => `%${hexOf(byte)}`).join('')),
  'form-encoded': form,
  'form-encoded twice': (text) => form(form(text)),
  'as escape() writes it': (text) => escape(text),
  base64,
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64, percent-encoded': (text) => encodeURIComponent(base64(text)),
  'base64, percent-encoded in lower case': (text) =>
    encodeURIComponent(base64(text)).replace(/%../g, (code) => code.toLowerCase()),
  'base64 in JSON': (text) => base64(text).replaceAll('/', '\\/').replaceAll('=', '\\u003d').replaceAll('+', '\\u002b'),
  'base64 in HTML': (text) => base64(text).replaceAll('=', '&#61;').replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
  'base64 in lines': (text) => wrapped(base64(text), 8, '\r\n'),
  'base64 in lines, in JSON': (text) => wrapped(base64(text), 8, '\\n'),
  'base64 in another text': (text) => base64(`a${text}zz`),
  'base64 further on in another text': (text) => base64(`ab${text}zz`),
  'base64 of a percent-encoded login': (text) => base64(`${percent(text)}:${percent(text)}`),
  'base64 of JSON': (text) => base64(JSON.stringify({ user: 'somebody', word: text })),
  'base64 beside other letters': (text) => `Basic${base64(`login=${text}`)}`,
  'base64 twice': (text) => base64(base64(text)),
  'base64 of gzip': (text) => gzipSync(JSON.stringify({ word: text, user: 'somebody' })).toString('base64'),
  'base64url of zlib': (text) => deflateSync(`some words, then ${text}`).toString('base64url'),
  'hexadecimal of gzip': (text) => gzipSync(`some words, then ${text}`).toString('hex'),
  'base64 of UTF-16': (text) => Buffer.from(`<a>${text}</a>`, 'utf16le').toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hexadecimal as a Buffer is shown': (text) =>
    bytesOf(text)
      .map((byte) => hexOf(byte))
      .join(' '),
  'hexadecimal with colons': (text) =>
    bytesOf(text)
      .map((byte) => hexOf(byte))
      .join(':'),
  'hexadecimal of a percent-encoded text': (text) => Buffer.from(percent(text)).toString('hex'),
  'hexadecimal with dashes': (text) =>
    bytesOf(text)
      .map((byte) => hexOf(byte).toUpperCase())
      .join('-'),
  'an array of hexadecimal numbers': (text) =>
    `[${bytesOf(text)
      .map((byte) => `0x${hexOf(byte)}`)
      .join(', ')}]`,
  'an array of hexadecimal numbers without spaces': (text) =>
    bytesOf(text)
      .map((byte) => `0x${hexOf(byte)}`)
      .join(','),
  'decimal numbers': (text) => bytesOf(text).join(' '),
  'quoted-printable': (text) =>
    bytesOf(text)
      .map((byte) => `=${hexOf(byte).toUpperCase()}`)
      .join(''),
  'escaped for CSS': (text) =>
    bytesOf(text)
      .map((byte) => `\\${hexOf(byte)} `)
      .join(''),
  'escaped for CSS with zeros': (text) =>
    bytesOf(text)
      .map((byte) => `\\0000${hexOf(byte)}`)
      .join(''),
  'escaped for Perl': (text) =>
    bytesOf(text)
      .map((byte) => `\\x{${hexOf(byte)}}`)
      .join(''),
  'a Buffer in JSON': (text) => bytesOf(text).join(','),
  'JSON-escaped': json,
  'JSON-escaped, with slashes': (text) => json(text).replaceAll('/', '\\/'),
  'JSON-escaped twice': (text) => json(json(text)),
  'JSON-escaped by code': (text) => text.replace(/[^\w. -]/g, unicode),
  'JSON-escaped letter by letter': (text) => [...text].map(unicode).join(''),
  'JSON-escaped letter by letter, in upper case': (text) =>
    [...text].map((sign) => unicode(sign).replace(/(?<=\\u).{4}/g, (code) => code.toUpperCase())).join(''),
  'JSON-escaped letter by letter, twice': (text) => json([...text].map(unicode).join('')),
  'JSON-escaped in part': inPart(unicode),
  'escaped for JavaScript': (text) =>
    bytesOf(text)
      .map((byte) => `\\x${hexOf(byte)}`)
      .join(''),
  'escaped for JavaScript by code point': (text) =>
    [...text].map((sign) => `\\u{${hexOf(sign.codePointAt(0)!, 1)}}`).join(''),
  'in octal escapes': (text) =>
    bytesOf(text)
      .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      .join(''),
  'percent-encoded in JSON': (text) => json(percent(text)),
  'HTML-escaped': (text) =>
    text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;'),
  'HTML-escaped twice': (text) =>
    text.replace(/&/g, '&amp;amp;').replace(/</g, '&amp;lt;').replace(/"/g, '&amp;quot;').replace(/'/g, '&amp;#39;'),
  'HTML-escaped by number': (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  'HTML-escaped in hexadecimal': (text) => [...text].map((sign) => `&#X${hexOf(sign.codePointAt(0)!)};`).join(''),
  'HTML-escaped in part, with zeros': inPart((sign) => `&#0${sign.codePointAt(0)};`),
  'HTML-escaped by name': (text) =>
    text.replaceAll('@', '&commat;').replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('ö', '&ouml;'),
  'percent-encoded in HTML': (text) => percent(text).replaceAll('%', '&percnt;'),
  'a header': (text) => `Authorization: Basic ${base64(text)}`,
};
