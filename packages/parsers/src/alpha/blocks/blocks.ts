import type { Page } from '../../page/page.js';
import type { NumberedRow } from '../../reading/found.js';
import type { AlphaBlocks } from '../../results/blocks.js';
import type { OrganicResult } from '../../results/responses.js';
import { readAds } from './ads.js';
import { readAiOverview } from './ai-overview.js';
import { readCarousels } from './carousels.js';
import { readFeaturedSnippet } from './featured-snippet.js';
import { readImages } from './images.js';
import { layOut } from './layout.js';
import { readLocalResults } from './local-results.js';
import { readPosts } from './posts.js';
import { readQuestions } from './questions.js';
import { readShopping } from './shopping.js';
import { readSitelinks } from './sitelinks.js';
import { readSpelling } from './spelling.js';

/** Reads what else stands on a web result page than its ordinary rows. */
export function readBlocks(page: Page, rows: readonly NumberedRow<OrganicResult>[]): AlphaBlocks {
  const layout = layOut(page, rows);
  const snippet = readFeaturedSnippet(layout);
  const overview = readAiOverview(layout);
  const spelling = readSpelling(layout);
  const carousels = readCarousels(layout);
  return {
    ads: readAds(layout),
    shopping: readShopping(layout),
    ...(snippet && { featured_snippet: snippet }),
    ...(overview && { ai_overview: overview }),
    people_also_ask: readQuestions(layout),
    ...carousels,
    images: readImages(layout),
    local_results: readLocalResults(layout),
    twitter: readPosts(layout, [...carousels.perspectives, ...carousels.discussions]),
    sitelinks: readSitelinks(layout),
    ...(spelling && { spelling }),
  };
}
