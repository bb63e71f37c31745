/**
 * Valid and invalid pieces of pages. At each of them a parser that takes short cuts could deviate from the standard.
 */
const pieces: readonly string[] = [
  '<div>', '</div>', '<p>', '</p>', '<a href="/x?a=1&amp;b=2">', '</a>', '<b>', '</b>', '<i class=x>', '</i>', '<em>', '</em>',
  '<font size=1>', '<font size="2">', '</font>', '<nobr>', '<h3>', '</h3>', '<h1 id=a id=b>', '<ul><li>', '</ul>', '<li>', '<dd>', '<dt>',
  '<table>', '</table>', '<tr>', '<td>', '</td>', '<th>', '<tbody>', '<caption>', '<colgroup>', '<col>', '</tr>', '<select>', '<option>',
  '</select>', '<form>', '</form>', '<input type=hidden>', '<input>', '<button>', '</button>', '<br>', '</br>', '<br/>', '<hr>', '<img src=x>',
  '<svg>', '</svg>', '<path d="M0"/>', '<foreignObject>', '</foreignObject>', '<desc>', '<title>', '</title>', '<math>', '<mi>', '</math>',
  '<annotation-xml encoding="text/html">', '<template>', '</template>', '<script>', '</script>', '<script>a<b</script>', '<script><!--',
  '<script><!--<script>x</script>-->', '-->', '<style>', '</style>', '<style>a>b{}</style>', '<textarea>', '</textarea>', '<pre>', '<listing>',
  '<noscript>', '</noscript>', '<iframe>', '</iframe>', '<xmp>', '</xmp>', '<plaintext>', '<frameset>', '<frame>', '<body a=1>', '<html b=2>',
  '<head>', '</head>', '</body>', '</html>', '<!doctype html>', '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">', '<!-- c -->', '<!-->',
  '<!--->', '<!-- a -- b -->', '<!--a--!>', '<!--a--', '<!', '<!x>', '<?xml?>', '</>', '</ x>', '<', '<<', '< a>', '<a', '<a b', '<a b=', '<a b="',
  "<a b='c", '<![CDATA[x]]>', '<![CDATA[', ']]>', 'text', ' ', '\n', '\t', '\f', '\r', '\r\n', '  two  words ', '\0', '\u00a0', '\ud83d\ude00',
  '\ud800', '\udc00', '\ufeff', '&amp;', '&lt', '&notit;', '&not', '&copy', '&copy;', '&nbsp;', '&#39;', '&#x27;', '&#0;', '&#128;', '&#xD800;',
  '&#1114112;', '&', '&;', '&#', '&#x', '&bogus;', '&ampamp;', '&NotEqualTilde;', '&amp', '&quot;&quot;', 'a&b=c', '>', '/', '=', '"', "'", '/>',
  ' x', ' x=1', ' x="1"', " y='a&lt;b'", ' z=a&amp', ' z="&not=1"', ' z=&', ' "', ' =', ' =a=b', '\nw\n=\n"v"', ' X=Y', ' x x', ' a/b', '<DIV>',
  '<Div Class=Q>', '<x-y>', '</x-y>', '<a:b>', '<p/>', '<div/ x>', '<div x/>', '<div x=/>', '<div x="y"z>', '<div \0=1>', '<div x="\0">',
  '<div x=\r\n1>', '<div é="ü">', '<É>', '</DIV>', '</p x=1>', '</p/>', '</p\n>', '<ruby><rb><rt>', '<marquee>', '<applet>', '<image>',
  '<ul>', '<ol>', '<h2>', '</h2>', '<span>', '</span>', '<label>', '</label>', '</li>', '</dt>', '<article>', '</article>', '</noscript >', '</script x>',
  ' y="&copy=1&lang=2&x"', '&#x2F;', '&#32;', '&#9;', '&#13;', '&#x1F600;', ' z="a\0b\rc&#x27;"', '<noscript>\0\r<b>', '</STYLE>', '<div a=1 A=2 a>',
  '<isindex>', '<nobr><nobr>', '<a><a>', '<center>', '<dl>', '</sarcasm>', '<video><source>', '<wbr>', '<details><summary>', '<dialog>',
]; // biome-ignore format: a table of pieces

export interface Generation {
  /** The same seed gives the same pages. */
  seed: number;
  count: number;
}

/** Pages of 1 to 24 pieces in random order. */
export function* generatedPages({ seed, count }: Generation): Generator<string> {
  const next = randomNumbers(seed);
  for (let i = 0; i < count; i++) {
    const length = 1 + Math.floor(next() * 24);
    yield Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('');
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
