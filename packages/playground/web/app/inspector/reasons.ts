/** What a reason for dropping a candidate means. */
const reasons: Readonly<Record<string, string>> = {
  ad: 'An advertisement. Where the operation has blocks, it is listed there.',
  answer: 'The quoted answer above the results; it is in blocks.',
  card: 'A card in a group of cards, such as a video or a shop; it is in blocks.',
  carousel: 'An entry of a row that scrolls sideways; it is in blocks.',
  news: 'A story in a block of news; it is in blocks.',
  overview: 'The generated answer, or a source of it; it is in blocks.',
  profile: 'A profile or its posts; it is in blocks.',
  question: 'A question that opens; it is in blocks.',
  quotation: 'Quoted within another result.',
  duplicate: 'The same target is in the list already.',
  untitled: 'A link without a heading: there is no title to take.',
  'empty panel': 'A panel with a title and nothing more.',
  'no address': 'Nothing in the block looks like the line with the address of a site, which every result has.',
  'no heading with a link': 'The block has no heading that is, or is in, a link, which every result has.',
  'several headings': 'The block has several headings, so that it is a group and not one result.',
  'leads to Bing': 'Its link leads to the engine itself, not to a site.',
};

/** Why something that looked like a row is none, for people. */
export function explain(reason: string): string {
  const known = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return known ?? 'It was recognised as something else than a result.';
}
