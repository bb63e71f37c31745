import type {
  Ad,
  AiOverview,
  AlphaBlocks,
  AnswerBox,
  AnswerItem,
  AnswerList,
  AnswerSource,
  AnswerTable,
  AnswerText,
  BetaBlocks,
  Card,
  FeaturedSnippet,
  GammaBlocks,
  ImageTile,
  Listing,
  Place,
  Post,
  Product,
  Question,
  RowSitelinks,
  Source,
  Spelling,
  VideoCard,
} from '@svc/parsers';
import { z } from 'zod';
import { exactFieldsOf } from './fields.js';
import { knowledgeGraph, relatedSearch } from './results.js';

/** Other content of a page. The types are those of the parsers. */

const target = { title: z.string(), link: z.string() };

/** What every item of a block can have. */
const inPage = {
  element: z.int().describe('`rank` of the element that contains it. Only with `include=elements`.').exactOptional(),
};

const stars = {
  rating: z.number().describe('Average of the ratings, usually of 5.').exactOptional(),
  reviews: z.number().describe('Number of the ratings.').exactOptional(),
};

const card = {
  ...inPage,
  ...target,
  source: z.string().describe('Name of the publisher or site.').exactOptional(),
  date: z.string().describe('The date as shown.').exactOptional(),
};

const source: z.ZodType<Source> = exactFieldsOf<Source>()(target).object;

const ad: z.ZodType<Ad> = exactFieldsOf<Ad>()({
  ...inPage,
  position: z.enum(['top', 'bottom', 'right']).describe('Above or below the rows, or in the side column.'),
  ...target,
  displayed_link: z.string().describe('The address as shown; empty if none.'),
  snippet: z.string(),
}).object;

const product: z.ZodType<Product> = exactFieldsOf<Product>()({
  ...inPage,
  ...target,
  price: z.string().describe('As shown, with its currency.').exactOptional(),
  source: z.string().describe('Name of the shop.').exactOptional(),
  ...stars,
}).object;

const featuredSnippet: z.ZodType<FeaturedSnippet> = exactFieldsOf<FeaturedSnippet>()({
  ...inPage,
  text: z.string(),
  ...target,
}).object;

const answerSource: z.ZodType<AnswerSource> = exactFieldsOf<AnswerSource>()({
  ...target,
  source: z.string().describe('Name of the site.').exactOptional(),
  snippet: z.string().describe('The passage of the page shown in its card.').exactOptional(),
}).object;

const references = z
  .array(z.int().min(0))
  .describe('Indexes into `sources`. Only if the page shows which sources are named here.')
  .exactOptional();

const answerText: z.ZodType<AnswerText> = exactFieldsOf<AnswerText>()({
  kind: z.enum(['paragraph', 'heading']),
  text: z.string(),
  references,
}).object;

const answerItem: z.ZodType<AnswerItem> = exactFieldsOf<AnswerItem>()({
  title: z.string().describe('The label at its beginning.').exactOptional(),
  text: z.string(),
  references,
}).object;

const answerList: z.ZodType<AnswerList> = exactFieldsOf<AnswerList>()({
  kind: z.literal('list'),
  items: z.array(answerItem),
}).object;

const answerTable: z.ZodType<AnswerTable> = exactFieldsOf<AnswerTable>()({
  kind: z.literal('table'),
  rows: z.array(z.array(z.string())).describe('The cells of each row.'),
  references,
}).object;

const aiOverview: z.ZodType<AiOverview> = exactFieldsOf<AiOverview>()({
  ...inPage,
  text: z.string().describe('The complete answer.'),
  sections: z.array(z.union([answerText, answerList, answerTable])).describe('The same as structured parts.'),
  sources: z.array(answerSource),
}).object;

const answerBox: z.ZodType<AnswerBox> = exactFieldsOf<AnswerBox>()({
  ...inPage,
  kind: z.enum(['fact', 'passage', 'definition', 'converter', 'weather', 'nutrition', 'other']),
  text: z.string(),
  title: z.string().describe('The subject of the answer.').exactOptional(),
  link: z.string().describe('The page that the answer is taken from.').exactOptional(),
}).object;

const listing: z.ZodType<Listing> = exactFieldsOf<Listing>()({
  ...inPage,
  title: z.string(),
  link: z.string().exactOptional(),
  source: z.string().describe('Seller or publisher.').exactOptional(),
  price: z.string().describe('As shown, with its currency.').exactOptional(),
  ...stars,
  date: z.string().describe('As shown.').exactOptional(),
  time: z.string().describe('Duration, or start and end.').exactOptional(),
  details: z.array(z.string()).describe('Other lines as shown.'),
}).object;

const question: z.ZodType<Question> = exactFieldsOf<Question>()({
  ...inPage,
  question: z.string(),
  answer: z.string().exactOptional(),
  date: z.string().describe('Date of the page that the answer quotes, as shown.').exactOptional(),
  source: source.exactOptional(),
}).object;

const pageCard: z.ZodType<Card> = exactFieldsOf<Card>()(card).object;

const videoCard: z.ZodType<VideoCard> = exactFieldsOf<VideoCard>()({
  ...card,
  duration: z.string().describe('`m:ss` or `h:mm:ss`.').exactOptional(),
}).object;

const imageTile: z.ZodType<ImageTile> = exactFieldsOf<ImageTile>()({
  ...inPage,
  title: z.string(),
  link: z.string().describe('The page with the image.').exactOptional(),
  source: z.string().describe('Name of the site with the image.').exactOptional(),
}).object;

const place: z.ZodType<Place> = exactFieldsOf<Place>()({
  ...inPage,
  title: z.string(),
  link: z.string().describe('Site of the place.').exactOptional(),
  ...stars,
  details: z.array(z.string()).describe('The lines below the name: kind, address, hours.'),
}).object;

const post: z.ZodType<Post> = exactFieldsOf<Post>()({
  ...inPage,
  text: z.string(),
  link: z.string(),
  date: z.string().exactOptional(),
}).object;

const rowSitelinks: z.ZodType<RowSitelinks> = exactFieldsOf<RowSitelinks>()({
  ...inPage,
  position: z.int().describe('Position of the row above them.'),
  links: z.array(source),
}).object;

const spelling: z.ZodType<Spelling> = exactFieldsOf<Spelling>()({
  ...inPage,
  kind: z
    .enum(['corrected', 'suggested'])
    .describe('Whether the results are for the corrected query; if false, it is only suggested.'),
  query: z.string().describe('The corrected query.'),
}).object;

export const alphaBlocks: z.ZodType<AlphaBlocks> = exactFieldsOf<AlphaBlocks>()({
  ads: z.array(ad),
  shopping: z.array(product).describe('Advertised products.'),
  featured_snippet: featuredSnippet.describe('A passage quoted from a page.').exactOptional(),
  ai_overview: aiOverview.describe('The generated answer.').exactOptional(),
  answer: answerBox.describe('The answer box of the engine.').exactOptional(),
  people_also_ask: z.array(question),
  top_stories: z.array(pageCard),
  local_news: z.array(pageCard),
  perspectives: z.array(pageCard),
  discussions: z.array(pageCard),
  videos: z.array(videoCard),
  short_videos: z.array(videoCard),
  images: z.array(imageTile),
  local_results: z.array(place),
  twitter: z.array(post),
  products: z.array(product).describe('Products that are not advertised.'),
  hotels: z.array(listing),
  flights: z.array(listing),
  recipes: z.array(listing),
  jobs: z.array(listing),
  events: z.array(listing),
  scholarly: z.array(listing),
  sitelinks: z.array(rowSitelinks),
  spelling: spelling.exactOptional(),
}).object;

/** Blocks of beta and gamma, with the same names and items. */
const further = {
  ads: z.array(ad),
  shopping: z.array(product).describe('Advertised products.'),
  ai_overview: aiOverview.describe('The generated answer.').exactOptional(),
  answer: answerBox.describe('The answer box of the engine.').exactOptional(),
  people_also_ask: z.array(question),
  related_searches: z.array(relatedSearch),
  knowledge_graph: knowledgeGraph.exactOptional(),
  top_stories: z.array(pageCard),
  videos: z.array(videoCard),
  images: z.array(imageTile),
  local_results: z.array(place),
  discussions: z.array(pageCard),
  faq: z.array(question).describe('Questions below a row that are answered by its page.'),
  sitelinks: z.array(rowSitelinks),
  spelling: spelling.exactOptional(),
};

export const betaBlocks: z.ZodType<BetaBlocks> = exactFieldsOf<BetaBlocks>()(further).object;

export const gammaBlocks: z.ZodType<GammaBlocks> = exactFieldsOf<GammaBlocks>()(further).object;

/** The schemas of blocks and their items, by their names for clients. */
export const blockSchemas: Readonly<Record<string, z.ZodType>> = {
  Blocks: alphaBlocks,
  BetaBlocks: betaBlocks,
  GammaBlocks: gammaBlocks,
  AnswerBox: answerBox,
  AnswerText: answerText,
  AnswerList: answerList,
  AnswerItem: answerItem,
  AnswerTable: answerTable,
  Listing: listing,
  Ad: ad,
  Product: product,
  FeaturedSnippet: featuredSnippet,
  AiOverview: aiOverview,
  AnswerSource: answerSource,
  Question: question,
  Source: source,
  Card: pageCard,
  VideoCard: videoCard,
  ImageTile: imageTile,
  Place: place,
  Post: post,
  RowSitelinks: rowSitelinks,
  Spelling: spelling,
};
