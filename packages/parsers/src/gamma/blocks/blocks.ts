import { hrefOf } from '../../html/tree.js';
import { readDiscussions } from '../../reading/blocks/discussions.js';
import { readKnowledgeGraph } from '../../reading/blocks/knowledge-graph.js';
import { type BlockReaders, type Located, type LocatedBlocks, readAll } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import { readFaq, readQuestions } from '../../reading/blocks/questions.js';
import { readRelatedSearches } from '../../reading/blocks/related-searches.js';
import { linksBelow } from '../../reading/blocks/sitelinks.js';
import type { RowSitelinks } from '../../results/block-items.js';
import type { GammaBlocks } from '../../results/blocks.js';
import { targetOf } from '../links.js';
import { readAnswerBox } from './answer-box.js';
import { readAds, readImages, readShopping, readTopStories } from './cards.js';
import { readLocalResults } from './local-results.js';
import { readAiOverview } from './overview.js';
import { readSpelling } from './spelling.js';
import { readVideos } from './videos.js';

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

/** Reads what else stands on a web page of Brave than its ordinary rows. */
export function readBlocks(parts: PageParts): LocatedBlocks<GammaBlocks> {
  return readAll(readers, parts);
}

/** Reads the links below the rows to other pages, or other places on a page, of the same site. */
function readSitelinks({ page, rows }: PageParts): Located<RowSitelinks>[] {
  return rows.flatMap((row) => {
    const links = linksBelow(page, row, (anchor) => targetOf(hrefOf(anchor)) ?? '');
    return links.length === 0 ? [] : [{ item: { position: row.position, links }, element: row.anchor }];
  });
}
