import type { Reading } from '../reading.js';
import type { OrganicResult } from '../types.js';
import { readAds } from './blocks/ads.js';
import { readAiOverview } from './blocks/ai-overview.js';
import { readCarousels } from './blocks/carousels.js';
import { readFeaturedSnippet } from './blocks/featured-snippet.js';
import { readImages } from './blocks/images.js';
import { layOut } from './blocks/layout.js';
import { readLocalResults } from './blocks/local-results.js';
import { readPosts } from './blocks/posts.js';
import { readQuestions } from './blocks/questions.js';
import { readShopping } from './blocks/shopping.js';
import { readSitelinks } from './blocks/sitelinks.js';
import { readSpelling } from './blocks/spelling.js';
import type { AlphaBlocks } from './blocks/types.js';

/** Reads what else stands on a web result page than its ordinary rows. */
export function readBlocks(reading: Reading, rows: readonly OrganicResult[]): AlphaBlocks {
  const layout = layOut(reading, rows);
  const snippet = readFeaturedSnippet(layout);
  const overview = readAiOverview(layout);
  const spelling = readSpelling(layout);
  return {
    ads: readAds(layout),
    shopping: readShopping(layout),
    ...(snippet && { featured_snippet: snippet }),
    ...(overview && { ai_overview: overview }),
    people_also_ask: readQuestions(layout),
    ...readCarousels(layout),
    images: readImages(layout),
    local_results: readLocalResults(layout),
    twitter: readPosts(layout),
    sitelinks: readSitelinks(layout),
    ...(spelling && { spelling }),
  };
}
