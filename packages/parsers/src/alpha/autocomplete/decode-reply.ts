import { checkBody, decodeBody } from '../../html/decode.js';

/**
 * The text of a suggestion reply. It differs from a page in two ways: its data may talk of charsets ("python
 * encoding=latin1"), so only markup is searched for one; and where nothing names a charset, bytes that are not UTF-8 are
 * ISO-8859-1, which the engine still sends to clients that did not ask for UTF-8.
 */
export function decodeReply(body: string | Uint8Array, contentType: string | undefined): string {
  checkBody(body);
  if (typeof body === 'string' || /charset\s*=/i.test(contentType ?? '')) return decodeBody(body, contentType);
  const text = decodeBody(body, isMarkup(body) ? contentType : 'application/json; charset=utf-8');
  return text.includes('\ufffd') ? decodeBody(body, 'text/plain; charset=iso-8859-1') : text;
}

/** Whether the first character that is no white space is `<`. A byte order mark names the charset by itself. */
function isMarkup(body: Uint8Array): boolean {
  return body.find((byte) => byte > 0x20) === 0x3c;
}
