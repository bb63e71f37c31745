import { type Element, hrefOf } from '../../html/tree.js';
import { firstLines } from '../../page/lines.js';
import { linkOfHeading, within } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { hasText } from '../../page/visible.js';
import { cardsIn, readDiscussions } from '../../reading/blocks/cards.js';
import { readKnowledgeGraph } from '../../reading/blocks/knowledge-graph.js';
import { type BlockReaders, type Located, type LocatedBlocks, readAll } from '../../reading/blocks/located.js';
import type { PageLinks } from '../../reading/blocks/page-links.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import { readFaq, readQuestions } from '../../reading/blocks/questions.js';
import { readRelatedSearches } from '../../reading/blocks/related-searches.js';
import { readSitelinks } from '../../reading/blocks/sitelinks.js';
import type { Card, Spelling } from '../../results/block-items.js';
import type { BetaBlocks } from '../../results/blocks.js';
import { readAds } from './ads.js';
import { readAnswerBox } from './answer-box.js';
import { readLocalResults } from './local-results.js';
import { readImages, readVideos } from './media.js';
import { readAiOverview } from './overview.js';
import { readShopping } from './shopping.js';
import { readSpelling } from './spelling.js';

/** What readers receive: the page's parts, and a result that several of them need. */
interface SharedResults extends PageParts {
  readonly spelling: Located<Spelling> | undefined;
}

const readers: BlockReaders<BetaBlocks, SharedResults> = {
  ads: readAds,
  shopping: readShopping,
  ai_overview: readAiOverview,
  answer: (shared) => readAnswerBox(shared, shared.spelling),
  people_also_ask: readQuestions,
  related_searches: readRelatedSearches,
  knowledge_graph: readKnowledgeGraph,
  top_stories: readTopStories,
  videos: readVideos,
  images: readImages,
  local_results: readLocalResults,
  discussions: readDiscussions,
  faq: readFaq,
  sitelinks: readSitelinks,
  spelling: ({ spelling }) => spelling,
};

/** Reads everything on a web page of Bing except its ordinary rows. */
export function readBlocks(layout: PageParts): LocatedBlocks<BetaBlocks> {
  return readAll(readers, { ...layout, spelling: readSpelling(layout) });
}

/** Reads the news: the cards below a heading, or a first line, that leads to the news search. */
function readTopStories({ page, parts, links }: PageParts): Located<Card>[] {
  if (links.to('news').length === 0) return [];
  return parts.flatMap(({ element }) => (isNews(page, element, links) ? cardsIn(page, element, links) : []));
}

function isNews(page: Page, part: Element, links: PageLinks): boolean {
  const heading = within(page.headings, part).find((inner) => hasText(inner));
  const [first] = heading === undefined ? firstLines(part, 1) : [];
  const link = heading === undefined ? first?.pieces[0]?.link : linkOfHeading(page.anchors, heading);
  return link !== undefined && links.serviceOf(hrefOf(link)) === 'news';
}
