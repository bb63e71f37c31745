import { type Element, hrefOf } from '../../html/tree.js';
import { within } from '../../page/lists.js';
import { isLink } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import { readDiscussions } from '../../reading/blocks/cards.js';
import { readKnowledgeGraph } from '../../reading/blocks/knowledge-graph.js';
import { type BlockReaders, type Located, type LocatedBlocks, readAll } from '../../reading/blocks/located.js';
import { isAboveRows, type PageParts } from '../../reading/blocks/parts.js';
import { readFaq, readQuestions } from '../../reading/blocks/questions.js';
import { readRelatedSearches } from '../../reading/blocks/related-searches.js';
import { readSitelinks } from '../../reading/blocks/sitelinks.js';
import type { Spelling } from '../../results/block-items.js';
import type { GammaBlocks } from '../../results/blocks.js';
import { queriesMatch } from '../../words/text.js';
import { queryOf } from '../links.js';
import { readAiOverview, readAnswerBox } from './answer-box.js';
import { readAds, readImages, readLocalResults, readShopping, readTopStories, readVideos } from './cards.js';

const readers: BlockReaders<GammaBlocks, PageParts> = {
  ads: readAds,
  shopping: readShopping,
  ai_overview: readAiOverview,
  answer: readAnswerBox,
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
  spelling: readSpelling,
};

/** Reads everything on a web page of Brave except its ordinary rows. */
export function readBlocks(parts: PageParts): LocatedBlocks<GammaBlocks> {
  return readAll(readers, parts);
}

/**
 * Reads the line above the rows with another spelling of the query: a link that searches for it. A second link, to the
 * query as typed, means that the results are for the other spelling.
 */
function readSpelling({ rows, parts, links: { searches } }: PageParts): Located<Spelling> | undefined {
  for (const part of parts) {
    if (!isAboveRows(part, rows)) continue;
    const { element } = part;
    const links = within(searches, element).filter((anchor) => isShown(anchor) && searchesForItsText(anchor));
    const [link, other] = links;
    if (link === undefined || links.length > 2) continue;
    if (textOf(element, { skip: isLink }) === '') continue;
    return { item: { kind: other === undefined ? 'suggested' : 'corrected', query: textOf(link) }, element: link };
  }
  return undefined;
}

function searchesForItsText(anchor: Element): boolean {
  const query = queryOf(hrefOf(anchor));
  return queriesMatch(query.replace(/"/g, ''), textOf(anchor).replace(/["“”]/g, ''));
}
