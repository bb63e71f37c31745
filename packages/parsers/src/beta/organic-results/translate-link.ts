/**
 * The text without "Translate this page ·", with which excerpts of mobile pages begin where the target is in another
 * language than the page; it may follow the date.
 */
export function withoutTranslateLink(text: string): string {
  const parts = text.slice(0, furthestDot).split(/\s?·\s?/, 3);
  const index = parts.slice(0, -1).findIndex((part) => verb.test(part) && page.test(part));
  if (index < 0) return text;
  const start = text.indexOf(parts[index]!);
  const rest = text.slice(text.indexOf('·', start) + 1).trimStart();
  return text.slice(0, start) + rest;
}

/** A date and the words in any language are shorter. */
const furthestDot = 80;

/** "Translate", by what the forms of the verb share in the languages of Bing's pages. */
const verb =
  /translat|tradu|übersetz|vertaal|vertalen|oversæt|oversett|översätt|käännä|перев|перекла|превед|tłumacz|přelož|prelož|prevedi|fordít|versti|tulko|tõlgi|çevir|dịch|terjemah|isalin|μεταφρ|μετάφρ|翻|번역|แปล|अनुवाद|ترجم|תרג/iu;

/** "Page", likewise. */
const page =
  /page|pàgina|página|pagin|seite|sid[ae]|sivu|страниц|сторінк|stron|str[aá]n|oldal|lap|puslap|lehe|sayfa|trang|halaman|laman|σελίδα|页|頁|ページ|페이지|หน้า|पृष्ठ|पेज|صفحة|דף|עמוד/iu;
