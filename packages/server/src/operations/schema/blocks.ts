import type {
  Ad,
  AiOverview,
  AlphaBlocks,
  AnswerSource,
  Card,
  FeaturedSnippet,
  ImageTile,
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
import { fieldsOf } from './fields.js';

/** What else a page of alpha shows. The types are those of the parser. */

const target = { title: z.string(), link: z.string() };

const card = {
  ...target,
  source: z.string().describe('Name of the publisher or site.').exactOptional(),
  date: z.string().describe('The date as shown.').exactOptional(),
};

export const source: z.ZodType<Source> = fieldsOf<Source>()(target).object;

export const ad: z.ZodType<Ad> = fieldsOf<Ad>()({
  position: z.enum(['top', 'bottom']).describe('Above or below the first row.'),
  ...target,
  displayed_link: z.string().describe('The address as shown; empty if none.'),
  snippet: z.string(),
}).object;

export const product: z.ZodType<Product> = fieldsOf<Product>()({
  ...target,
  price: z.string().describe('As shown, with its currency.').exactOptional(),
  source: z.string().describe('Name of the shop.').exactOptional(),
}).object;

export const featuredSnippet: z.ZodType<FeaturedSnippet> = fieldsOf<FeaturedSnippet>()({
  text: z.string(),
  ...target,
}).object;

export const answerSource: z.ZodType<AnswerSource> = fieldsOf<AnswerSource>()({
  ...target,
  source: z.string().describe('Name of the site.').exactOptional(),
}).object;

export const aiOverview: z.ZodType<AiOverview> = fieldsOf<AiOverview>()({
  text: z.string(),
  sources: z.array(answerSource),
}).object;

export const question: z.ZodType<Question> = fieldsOf<Question>()({
  question: z.string(),
  answer: z.string().exactOptional(),
  source: source.exactOptional(),
}).object;

export const pageCard: z.ZodType<Card> = fieldsOf<Card>()(card).object;

export const videoCard: z.ZodType<VideoCard> = fieldsOf<VideoCard>()({
  ...card,
  duration: z.string().describe('`m:ss` or `h:mm:ss`.').exactOptional(),
}).object;

export const imageTile: z.ZodType<ImageTile> = fieldsOf<ImageTile>()({
  ...target,
  source: z.string().describe('Name of the site that the picture is on.').exactOptional(),
}).object;

export const place: z.ZodType<Place> = fieldsOf<Place>()({
  title: z.string(),
  link: z.string().describe("The place's own site.").exactOptional(),
  rating: z.number().describe('Average of the ratings.').exactOptional(),
  reviews: z.number().describe('Number of the ratings.').exactOptional(),
  details: z.array(z.string()).describe('The lines below the name: kind, address, hours.'),
}).object;

export const post: z.ZodType<Post> = fieldsOf<Post>()({
  text: z.string(),
  link: z.string(),
  date: z.string().exactOptional(),
}).object;

export const rowSitelinks: z.ZodType<RowSitelinks> = fieldsOf<RowSitelinks>()({
  position: z.int().describe('Position of the row that they are below.'),
  links: z.array(source),
}).object;

export const spelling: z.ZodType<Spelling> = fieldsOf<Spelling>()({
  kind: z
    .enum(['corrected', 'suggested'])
    .describe('Whether the results are for the other writing, or it is only proposed.'),
  query: z.string().describe('The other writing.'),
}).object;

export const alphaBlocks: z.ZodType<AlphaBlocks> = fieldsOf<AlphaBlocks>()({
  ads: z.array(ad),
  shopping: z.array(product),
  featured_snippet: featuredSnippet.exactOptional(),
  ai_overview: aiOverview.exactOptional(),
  people_also_ask: z.array(question),
  top_stories: z.array(pageCard),
  perspectives: z.array(pageCard),
  discussions: z.array(pageCard),
  videos: z.array(videoCard),
  short_videos: z.array(videoCard),
  images: z.array(imageTile),
  local_results: z.array(place),
  twitter: z.array(post),
  sitelinks: z.array(rowSitelinks),
  spelling: spelling.exactOptional(),
}).object;
