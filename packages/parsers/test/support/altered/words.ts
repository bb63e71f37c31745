/** Texts that a parser could recognise: dates, numbers, addresses, labels, separators and empty texts. */
// biome-ignore format: a table
export const texts: readonly string[] = [
  ...['', ' ', '\u00a0', '.', '·', ' · ', '…', '...', '-', '–', '—', '|', '⋅', '›', '/', ':', '?', '+', '★'],
  ...['3 days ago', 'Jan 5, 2024', 'Jan 5, 2024 — ', '5. März 2023 · ', '2024-01-05', '2023年1月5日', 'vor 3 Tagen', '2019'],
  ...['3 days ago ... ', '2h', '1 year ago', 'Tea Club · 3 days ago', '300+ views · 2 years ago', '3 days ago · Tea Club'],
  ...['12:34', '1:02:03', '0:07', '▶ 2:10', '9:00 AM', '11:30 – 13:15', '5 min', '45m', 'Uploaded by Tea Club'],
  ...['4.5', '4,5', '(123)', '4.5(123)', '4.5 (1,234)', 'Rating: 4.5 · 12 votes', '4.5/5', 'Rated 4.5 out of 5', '★ 4.5 · 8 reviews'],
  ...['$12.99', '12,99 €', '$1,200 – $3,400', 'USD 40', 'Free', '£5.00 · In stock', '30% off', '100+ bought', '2.3M views', '10'],
  ...['https://tea.example › guide', 'tea.example', 'www.tea.example/a/b', 'https://tea.example/a', 'tea.example › a › b', '› guide'],
  ...['12 Harbour Street, Springfield', '+1 555-0100', 'Open ⋅ Closes 5 PM', 'Open now', 'Tea · £5 · Green'],
  ...['What is green tea?', 'How long should tea steep in a pot', 'Is it? Yes. It Is', '¿Qué es?', '何ですか？'],
  ...['Ad', 'Sponsored', 'Ad · tea.example', 'People also ask', 'Related searches', 'Images', 'Videos', 'More results', 'See more', 'PDF'],
  ...['Missing: green', 'Tea', 'A', 'Tea:', 'Born: ', 'Address: ', 'Tea house — ', 'Tea . ', 'Jump to Steps', 'Wikipedia', '― Tea book'],
  ...['Author: A Reader', 'by A Reader', 'Cited by 12', '12 answers', '2 posts', 'A, B, C', 'tea & water, '.repeat(3), '茶の淹れ方と水', 'شاي'],
  ...['About 1,230 results (0.42 seconds)', 'Page 2 of 10', 'Did you mean: green tea', 'Showing results for green tea', '1', '2', '0', '99999'],
];

/** Lengths of texts on both sides of the limits of the parsers. */
// biome-ignore format: a table
export const bounds: readonly number[] = [
  ...[
    1, 2, 3, 4, 6, 8, 12, 13, 16, 20, 24, 28, 30, 32, 40, 44, 50, 60, 80, 90, 100, 120, 140, 150, 160, 200, 300, 1500,
  ],
];

/** Attributes with a meaning, and their values. */
// biome-ignore format: a table
export const attributes: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'role',
    [
      ...['heading', 'button', 'link', 'list', 'listitem', 'img', 'text', 'dialog', 'navigation', 'main', 'tab', 'tabpanel'],
      ...['menu', 'presentation', 'complementary', 'region', 'tablist', 'toolbar', 'heading link', 'contentinfo'],
    ],
  ],
  ['aria-level', ['1', '2', '3', '4', 'x']],
  ['aria-hidden', ['true', 'false']],
  ['aria-expanded', ['true', 'false']],
  ['aria-label', ['Rated 4.5 out of 5', 'Green tea', 'Tea', '4,5', '', 'About this result', 'Ad']],
  ['aria-controls', ['x1']],
  ['hidden', ['']],
  ['inert', ['']],
  ['open', ['']],
  [
    'style',
    [
      ...['display:none', 'visibility:hidden', 'display:block', 'display:inline', 'display:flex', 'position:absolute;left:-1000px'],
      ...['position:absolute;width:1px;height:1px;overflow:hidden', 'font-size:0', 'text-indent:-999px', 'height:1px;overflow:hidden'],
      ...['flex-direction:column-reverse', 'opacity:0', 'background-image:url(https://tea.example/i.jpg)', 'width:60%'],
    ],
  ],
  ['id', ['rso', 'rhs', 'search', 'botstuff', 'center_col', 'tads', 'tadsb', 'topstuff', 'result-stats', 'main', 'b_results', 'b_context', 'iur', 'x1']],
  [
    'data-attrid',
    [
      ...['title', 'subtitle', 'description', 'kc:/people/person:born', 'kc:/location/location:address', 'wa:/description'],
      ...['kc:/local:one line summary', 'hw:/collection/films:cast', 'kc:/location/location:hours', 'image', 'kc:/film:reviews'],
      ...['kc:/local:place qa', 'VisualDigestDescription', 'kc:/music/artist:songs:sideways', 'ss:/webfacts:height', 'kc:/x:people also search'],
    ],
  ],
  ['data-q', ['What is tea?', 'tea']],
  ['data-text-ad', ['1']],
  ['data-pla', ['1']],
  ['data-rw', ['https://tea.example/']],
  ['data-lpage', ['https://tea.example/page']],
  ['data-surl', ['https://tea.example/video']],
  ['data-initq', ['green tea']],
  ['data-cid', ['123']],
  ['data-ypid', ['YN1']],
  ['data-type', ['web']],
  ['data-md', ['61']],
  ['data-tts', ['x']],
  ['data-dobid', ['hdw', 'dfn']],
  ['data-news-cluster-id', ['7']],
  ['data-viewer-group', ['1']],
  ['data-async-context', ['query:green tea']],
  ['title', ['Tea', 'Green tea and water']],
  ['alt', ['Tea', '', 'Image result for tea', 'tea.example']],
  ['src', ['https://tea.example/i.jpg', 'data:image/gif;base64,R0lGODlhAQABAA', '/favicon.ico', 'https://i.ytimg.com/vi/abcdefghijk/hq.jpg']],
  ['data-src', ['https://tea.example/lazy.jpg']],
  ['width', ['16', '32', '33', '120']],
  ['lang', ['de', 'ja']],
  ['dir', ['rtl']],
  ['name', ['q', 'start']],
  ['value', ['tea', '']],
  ['class', ['']],
];

/** Targets of links. */
// biome-ignore format: a table
export const addresses: readonly string[] = [
  ...['', '#', '#part', '/', 'javascript:void(0)', 'https://tea.example/', 'https://tea.example/a/b?c=d#e', 'https://www.tea.example/a'],
  ...['https://tea.example/a#:~:text=green', 'http://tea.example', '//tea.example/x', '/url?q=https://tea.example/w&sa=U', '/goto?url=x'],
  ...['/search?q=green+tea', '/search?q=green+tea&tbm=isch', '/search?q=green+tea&udm=2', '/search?q=tea&start=10', '/search?q=tea&start=20'],
  ...['/search?q=tea&tbm=vid', '/search?q=tea&tbm=nws', '/search?q=tea&tbm=lcl', '/search?q=tea&si=AB', '/search?q=related:tea.example'],
  ...['https://www.google.com/search?q=tea', 'https://www.google.com/maps/dir//tea', 'https://maps.google.com/maps?q=tea', '/maps/place/tea'],
  ...['https://www.google.com/aclk?sa=l&adurl=https://tea.example', '/aclk?sa=l', 'https://translate.google.com/translate?u=https://tea.example/'],
  ...['https://support.google.com/websearch', 'https://policies.google.com/', 'https://www.google.com/amp/s/tea.example/a', 'tel:+15550100'],
  ...['https://www.youtube.com/watch?v=abcdefghijk', 'https://youtu.be/abcdefghijk?t=30', 'https://m.youtube.com/shorts/abcdefghijk'],
  ...['https://www.youtube.com/watch?v=abcdefghijk&t=62', 'https://twitter.com/tea/status/12345', 'https://x.com/tea/status/12345/photo/1'],
  ...['/imgres?imgurl=https://tea.example/i.jpg&imgrefurl=https://tea.example/', 'https://www.bing.com/ck/a?u=a1aHR0cHM6Ly90ZWEuZXhhbXBsZS8'],
  ...['/images/search?q=tea', '/videos/search?q=tea', '/search?q=tea&first=11', '/maps?q=tea', 'https://www.bing.com/search?q=tea', '/search?q=tea&offset=1'],
  ...['https://web.archive.org/web/2020/https://tea.example/', 'https://xn--tea-xyz.example/', 'https://tea.example:8080/', 'ftp://tea.example/f'],
];

/** Names of elements, for renaming and for wrappers. */
// biome-ignore format: a table
export const elementNames: readonly string[] = [
  ...['div', 'span', 'a', 'p', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'table', 'tr', 'td', 'th', 'b', 'em', 'strong', 'i', 's', 'mark'],
  ...['cite', 'button', 'label', 'img', 'g-img', 'section', 'article', 'nav', 'footer', 'aside', 'details', 'summary', 'dl', 'dt', 'dd', 'br'],
  ...['g-inner-card', 'g-review-stars', 'g-dialog', 'pre', 'form', 'input', 'main', 'time', 'menu', 'figure', 'nobr', 'video', 'picture', 'svg'],
];
