import { type BlockReaders, type LocatedBlocks, readAll } from '../../reading/blocks/located.js';
import type { AlphaBlocks } from '../../results/blocks.js';
import { readSpelling } from '../related-searches.js';
import { readAds } from './ads.js';
import { readAiOverview } from './ai-overview.js';
import { readAnswerBox, readFeaturedSnippet } from './answers.js';
import { type Carousels, readCarousels, readPosts } from './carousels.js';
import { readImages } from './images.js';
import type { SectionedPage } from './layout.js';
import { type Listings, readListings } from './listings.js';
import { readLocalResults } from './local-results.js';
import { readProducts, readShopping } from './products.js';
import { readQuestions } from './questions.js';
import { readSitelinks } from './sitelinks.js';

/** What readers receive: the page's layout, and results that several of them share. */
interface Context {
  readonly layout: SectionedPage;
  readonly carousels: Carousels;
  readonly listings: Listings;
}

const readers: BlockReaders<AlphaBlocks, Context> = {
  ads: ({ layout }) => readAds(layout),
  shopping: ({ layout }) => readShopping(layout),
  featured_snippet: ({ layout }) => readFeaturedSnippet(layout),
  ai_overview: ({ layout }) => readAiOverview(layout),
  answer: ({ layout }) => readAnswerBox(layout),
  people_also_ask: ({ layout }) => readQuestions(layout),
  top_stories: ({ carousels }) => carousels.top_stories,
  local_news: ({ carousels }) => carousels.local_news,
  perspectives: ({ carousels }) => carousels.perspectives,
  discussions: ({ carousels }) => carousels.discussions,
  videos: ({ carousels }) => carousels.videos,
  short_videos: ({ carousels }) => carousels.short_videos,
  images: ({ layout }) => readImages(layout),
  local_results: ({ layout }) => readLocalResults(layout),
  twitter: ({ layout, carousels }) => {
    const cards = [...carousels.perspectives, ...carousels.discussions].map(({ item }) => item);
    return readPosts(layout, cards);
  },
  products: ({ layout }) => readProducts(layout),
  hotels: ({ listings }) => listings.hotels,
  flights: ({ listings }) => listings.flights,
  recipes: ({ listings }) => listings.recipes,
  jobs: ({ listings }) => listings.jobs,
  events: ({ listings }) => listings.events,
  scholarly: ({ listings }) => listings.scholarly,
  sitelinks: ({ layout }) => readSitelinks(layout),
  spelling: ({ layout }) => readSpelling(layout),
};

/** Reads everything on a web result page except its ordinary rows. */
export function readBlocks(layout: SectionedPage): LocatedBlocks<AlphaBlocks> {
  return readAll(readers, { layout, carousels: readCarousels(layout), listings: readListings(layout) });
}
