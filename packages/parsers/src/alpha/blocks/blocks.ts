import { elementsWithin } from '../../page/lists.js';
import { type BlockReaders, type Located, type LocatedBlocks, runBlockReaders } from '../../reading/blocks/located.js';
import type { Question } from '../../results/block-items.js';
import type { AlphaBlocks } from '../../results/blocks.js';
import { readSpelling } from '../related-searches.js';
import { readAds } from './ads.js';
import { readAiOverview } from './ai-overview.js';
import { readAnswerBox, readFeaturedSnippet } from './answers.js';
import { type Carousels, readCarousels, readPosts } from './carousels.js';
import { readImages } from './images.js';
import type { Section, SectionedPage } from './layout.js';
import { type Listings, readListings } from './listings.js';
import { readLocalResults } from './local-results.js';
import { readProducts, readShopping } from './products.js';
import { readQuestions } from './questions.js';
import { readSitelinks } from './sitelinks.js';

/** What readers receive: the page's layout, and results that several of them share. */
interface Context extends SectionedPage, Carousels, Listings {
  readonly questions: readonly Located<Question>[];
}

const readers: BlockReaders<AlphaBlocks, Context> = {
  ads: readAds,
  shopping: readShopping,
  featured_snippet: readFeaturedSnippet,
  ai_overview: readAiOverview,
  answer: readAnswerBox,
  people_also_ask: (context) => context.questions,
  top_stories: (context) => context.top_stories,
  local_news: (context) => context.local_news,
  perspectives: (context) => context.perspectives,
  discussions: (context) => context.discussions,
  videos: (context) => context.videos,
  short_videos: (context) => context.short_videos,
  images: readImages,
  local_results: readLocalResults,
  twitter: (context) =>
    readPosts(
      context,
      [...context.perspectives, ...context.discussions].map(({ item }) => item),
    ),
  products: readProducts,
  hotels: (context) => context.hotels,
  flights: (context) => context.flights,
  recipes: (context) => context.recipes,
  jobs: (context) => context.jobs,
  events: (context) => context.events,
  scholarly: (context) => context.scholarly,
  sitelinks: readSitelinks,
  spelling: readSpelling,
};

/** Reads everything on a web result page except its ordinary rows. */
export function readBlocks(layout: SectionedPage): LocatedBlocks<AlphaBlocks> {
  const questions = readQuestions(layout);
  const places = questions.map(({ element }) => element);
  const isOther = ({ block }: Section): boolean => elementsWithin(places, block).length < 2;
  const others = {
    ...layout,
    sections: layout.sections.filter(isOther), // what answers link to is no list of its own
    allSections: layout.allSections.filter(isOther),
  };
  return runBlockReaders(readers, { ...layout, questions, ...readCarousels(others), ...readListings(others) });
}
