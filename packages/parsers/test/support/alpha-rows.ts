/** The contents of a generated row, independent of its layout. */
export interface RowText {
  title: string;
  link: string;
  /** The address line, with " › " between its parts. */
  address: string;
  /** The markup of the snippet. */
  excerpt: string;
  date?: string | undefined;
  source?: string;
}

export const tea: RowText = {
  title: 'Tea for two',
  link: 'https://www.tea.example/green/two',
  address: 'https://www.tea.example › green',
  excerpt: 'How to brew <em>tea</em> for two, with a <em>green</em> leaf &amp; <em>tea</em> cups.',
  date: 'Jul 16, 2025',
  source: 'Tea &amp; Co',
};

export const mate: RowText = {
  title: 'Mate',
  link: 'http://mate.example/',
  address: 'mate.example',
  excerpt: 'A drink from the south, that is shared by all who sit around.',
};

/** A layout of rows and of the page around them. */
export interface Layout {
  row: (text: RowText) => string;
  page: (rows: string) => string;
  /** The texts of a row that the layout does not show. */
  lacks: ('source' | 'marks' | 'date')[];
}

const cite = ({ address }: RowText): string => {
  const [host, ...steps] = address.split(' › ');
  return `<cite>${host}${steps.map((step) => `<span> › ${step}</span>`).join('')}</cite>`;
};

const plain = (excerpt: string): string => excerpt.replaceAll(/<\/?em>/g, '');

const wrapped = (link: string): string => `/url?q=${encodeURIComponent(link)}&amp;sa=U&amp;ved=x`;

const dated = ({ date }: RowText): string => (date === undefined ? '' : `<span><span>${date}</span> — </span>`);

const headed = (rows: string): string => `<div id="search"><div id="rso">${rows}</div></div>`;

export const layouts: Record<string, Layout> = {
  'desktop since 2023': {
    lacks: [],
    page: headed,
    row: (text) => `<div><div><div>
      <div><div><a href="${text.link}"><h3>${text.title}</h3><br><div><span><img alt=""></span><div>
        ${text.source === undefined ? '' : `<div><span>${text.source}</span></div>`}<div>${cite(text)}</div></div></div></a>
        <div><div><span>${text.source ?? ''}</span></div><div>${cite(text)}</div><div role="button" aria-label="About">⋮</div></div>
      </div></div>
      <div><a href="${text.link}"><img alt="x"></a></div>
      <div><div>${dated(text)}<span>${text.excerpt}</span></div></div>
      <div><div><span>Rating: 4.5</span> · \u200e<span>31 votes, a good many of them written by people who drink it</span></div></div>
    </div></div></div>`,
  },
  'desktop 2021': {
    lacks: ['source'],
    page: headed,
    row: (
      text,
    ) => `<div><h2>Web results</h2><div><div><a href="${text.link}"><br><h3><span>${text.title}</span></h3><div>${cite(text)}</div></a>
      <div><div>${cite(text)}</div><div><a href="#" role="button">▾</a><ol role="menu"><li role="menuitem"><a href="https://cache.example/">Cached</a></li></ol></div></div></div>
      <div><div><span>${dated(text)}<span>${text.excerpt}</span></span></div></div></div></div>`,
  },
  'desktop 2015': {
    lacks: ['source'],
    page: (rows) => `<div id="search"><div id="ires"><ol id="rso">${rows}</ol></div></div>`,
    row: (text) => `<div><div><h3><a href="${text.link}" onmousedown="return rwt(this)">${text.title}</a></h3><div><div>
      <div><cite>${text.address}</cite><div><ul role="menu"><li><a href="https://cache.example/">Cached</a></li></ul></div></div>
      <span><span>${text.date === undefined ? '' : `${text.date} - `}</span>${text.excerpt}</span>
      <div><a href="${text.link}#a">Green</a> - <a href="${text.link}#b">Black</a></div></div></div></div></div>`,
  },
  'no scripts, before 2020': {
    lacks: ['source'],
    page: (rows) =>
      `<table id="mn"><tr><td id="center_col"><div id="search"><div id="ires"><ol>${rows}</ol></div></div></td><td>x</td></tr><tr><td>y</td></tr></table>`,
    row: (
      text,
    ) => `<div><h3><a href="${wrapped(text.link)}">${text.title}</a></h3><div><div><cite>${text.address}</cite></div>
      <span>${text.date === undefined ? '' : `<span><nobr>${text.date}</nobr></span> - `}${text.excerpt.replaceAll('em>', 'b>')}</span><br></div></div>`,
  },
  'phone 2019': {
    lacks: ['source', 'marks'],
    page: (rows) => `<div id="main"><div id="rso">${rows}</div></div>`,
    row: (
      text,
    ) => `<div><div><div><a href="${text.link}"><div><img alt="" width="16"><span>${text.address.split(' › ').join('<span> › </span>')}</span></div>
      <h2>Web results</h2><div role="heading" aria-level="3"><div>${text.title}</div></div></a></div>
      <div><div><div>${text.date === undefined ? '' : `<span>${text.date}</span><span> · </span>`}${plain(text.excerpt)}</div></div></div></div></div>`,
  },
  'phone 2019, address outside the link': {
    lacks: ['source', 'marks'],
    page: (rows) => `<div id="main"><div id="rso">${rows}</div></div>`,
    row: (text) => `<div><div><div><div><img alt=""><a href="${text.link}"><span>${text.address}</span></a></div><hr>
      <a href="${text.link}"><div role="heading" aria-level="3">${text.title}</div></a></div>
      <div><div>${text.date === undefined ? '' : `<span>${text.date} — </span>`}${plain(text.excerpt)}</div></div></div></div>`,
  },
  'phone 2022': {
    lacks: ['source', 'marks'],
    page: (rows) => `<div id="main"><div id="rso">${rows}</div></div>`,
    row: (
      text,
    ) => `<div><div><div><div><h2>All results</h2><a role="presentation" href="${text.link}"><div role="link" aria-label="${text.address}">
      <span><img alt=""></span><span aria-hidden="true" role="text">${text.address}</span></div><div aria-level="3" role="heading"><div role="link">${text.title}</div></div></a></div></div>
      <div><div>${dated(text)}${plain(text.excerpt)}</div></div></div></div>`,
  },
  'phone 2025': {
    lacks: ['marks'],
    page: (rows) => `<div id="main"><div id="rso">${rows}</div></div>`,
    row: (
      text,
    ) => `<div><div><div><a role="presentation" href="${text.link}"><div><div><div><div>${text.source ?? ''}</div><div><span role="text">${text.address}</span></div></div></div>
      <div><div role="heading" aria-level="3"><div role="link"><span>${text.title}</span></div></div></div></div></a></div>
      <div><div>${dated(text)}${plain(text.excerpt)}</div></div>
      <div role="list"><div role="listitem"><div><span>An answer that is longer than what the row says of its target, by far and for good.</span></div></div></div></div></div>`,
  },
  'no scripts, with headings': {
    lacks: ['source', 'marks'],
    page: (rows) => `<div id="main">${rows}</div>`,
    row: (
      text,
    ) => `<div><div><div><a href="${wrapped(text.link)}"><h3><div>${text.title}</div></h3><div>${text.address}</div></a></div>
      <div><div><div><div>${text.date === undefined ? '' : `<span>${text.date}</span><span> · </span>`}${plain(text.excerpt)}</div></div></div></div></div></div>`,
  },
  'no scripts, without headings': {
    lacks: ['source', 'marks'],
    page: (rows) => `<form action="/search"><input name="q" value="tea"></form><div>${rows}</div>`,
    row: (
      text,
    ) => `<div><div><div><a href="/url?esrc=s&amp;q=&amp;rct=j&amp;url=${encodeURIComponent(text.link)}"><span>${text.title}</span><span><span>${text.address}</span></span></a></div>
      <div><table><tbody><tr><td><div><span>${text.date === undefined ? '' : `<span>${text.date}</span><span> · </span>`}<span>${plain(text.excerpt)}</span></span></div></td></tr></tbody></table></div></div></div>`,
  },
};

/** A whole document in the given layout. */
export function pageOf({ page, row }: Layout, texts: readonly RowText[], query = 'tea'): string {
  return `<!DOCTYPE html><html><head><title>${query} - Google Search</title></head><body>${page(texts.map(row).join(''))}</body></html>`;
}
