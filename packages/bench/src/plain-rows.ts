/** What an extraction needs of a tree, whoever built it. */
export interface Dom<N> {
  parse: (source: string) => N;
  /** The `h2` and `h3` inside a node. */
  headings: (root: N) => readonly N[];
  /** The `a` inside a node. */
  links: (root: N) => readonly N[];
  parent: (node: N) => N | null;
  /** The target of an `a`, undefined for any other node. */
  target: (node: N) => string | undefined;
  text: (node: N) => string;
}

/** A row as the simplest of scrapers read it. */
export interface PlainRow {
  title: string;
  link: string;
  text: string;
}

/** How many elements a heading is inside the block that its row is, as a rule of thumb. */
const blockHeight = 3;

/**
 * The extraction that every scraper begins with: each heading in or around a link is a row, its text is the block's.
 * It decodes no wrapper, parts no date from a snippet, tells no ad from a row: it is less work than ours.
 */
export function plainRows<N>(dom: Dom<N>, source: string): PlainRow[] {
  return dom.headings(dom.parse(source)).flatMap((heading) => {
    const link = targetAround(dom, heading) ?? dom.links(heading).map(dom.target)[0];
    return link === undefined ? [] : [{ title: dom.text(heading), link, text: dom.text(blockOf(dom, heading)) }];
  });
}

function targetAround<N>(dom: Dom<N>, heading: N): string | undefined {
  for (let node: N | null = heading; node !== null; node = dom.parent(node)) {
    const target = dom.target(node);
    if (target !== undefined) return target;
  }
  return undefined;
}

function blockOf<N>(dom: Dom<N>, heading: N): N {
  let block = heading;
  for (let i = 0; i < blockHeight; i++) block = dom.parent(block) ?? block;
  return block;
}
