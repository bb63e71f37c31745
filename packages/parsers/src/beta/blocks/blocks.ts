import { readDiscussions } from '../../reading/blocks/discussions.js';
import { readKnowledgeGraph } from '../../reading/blocks/knowledge-graph.js';
import { type BlockReaders, type LocatedBlocks, readAll } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import { readFaq, readQuestions } from '../../reading/blocks/questions.js';
import { readRelatedSearches } from '../../reading/blocks/related-searches.js';
import type { BetaBlocks } from '../../results/blocks.js';
import { readAds, readShopping } from './ads.js';
import { readAnswerBox } from './answer-box.js';
import { readLocalResults } from './local-results.js';
import { readImages, readVideos } from './media.js';
import { readTopStories } from './news.js';
import { readAiOverview } from './overview.js';
import { readSitelinks } from './sitelinks.js';
import { readSpelling } from './spelling.js';

const readers: BlockReaders<BetaBlocks, PageParts> = {
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

/** Reads what else stands on a web page of Bing than its ordinary rows. */
export function readBlocks(layout: PageParts): LocatedBlocks<BetaBlocks> {
  return readAll(readers, layout);
}
