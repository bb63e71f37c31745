import type {
  Ad,
  AiOverview,
  AlphaBlocks,
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
import { fieldsOf, objectOf } from './fields.js';

/** What else stands on a page of alpha. The types are those of the parser. */

const target = { title: z.string(), link: z.string() };

const card = {
  ...target,
  source: z.string().describe('Name of the publisher or site.').exactOptional(),
  date: z.string().describe('The date as shown.').exactOptional(),
};

const source: z.ZodType<Source> = objectOf(fieldsOf<Source>()(target));

const ad: z.ZodType<Ad> = objectOf(
  fieldsOf<Ad>()({
    position: z.enum(['top', 'bottom']).describe('Above or below the first row.'),
    ...target,
    displayed_link: z.string().describe('The address as shown; empty if none.'),
    snippet: z.string(),
  }),
);

const product: z.ZodType<Product> = objectOf(
  fieldsOf<Product>()({
    ...target,
    price: z.string().describe('As shown, with its currency.').exactOptional(),
    source: z.string().describe('Name of the shop.').exactOptional(),
  }),
);

const featuredSnippet: z.ZodType<FeaturedSnippet> = objectOf(
  fieldsOf<FeaturedSnippet>()({ text: z.string(), ...target }),
);

const aiOverview: z.ZodType<AiOverview> = objectOf(
  fieldsOf<AiOverview>()({ text: z.string(), sources: z.array(source) }),
);

const question: z.ZodType<Question> = objectOf(
  fieldsOf<Question>()({
    question: z.string(),
    answer: z.string().exactOptional(),
    source: source.exactOptional(),
  }),
);

const pageCard: z.ZodType<Card> = objectOf(fieldsOf<Card>()(card));

const videoCard: z.ZodType<VideoCard> = objectOf(
  fieldsOf<VideoCard>()({ ...card, duration: z.string().describe('`m:ss` or `h:mm:ss`.').exactOptional() }),
);

const imageTile: z.ZodType<ImageTile> = objectOf(
  fieldsOf<ImageTile>()({
    ...target,
    source: z.string().describe('Name of the site that the picture is on.').exactOptional(),
  }),
);

const place: z.ZodType<Place> = objectOf(
  fieldsOf<Place>()({
    title: z.string(),
    link: z.string().describe("The place's own site.").exactOptional(),
    rating: z.number().describe('Average of the ratings.').exactOptional(),
    reviews: z.number().describe('Number of the ratings.').exactOptional(),
    details: z.array(z.string()).describe('The lines below the name: kind, address, hours.'),
  }),
);

const post: z.ZodType<Post> = objectOf(
  fieldsOf<Post>()({ text: z.string(), link: z.string(), date: z.string().exactOptional() }),
);

const rowSitelinks: z.ZodType<RowSitelinks> = objectOf(
  fieldsOf<RowSitelinks>()({
    position: z.int().describe('Position of the row that they stand below.'),
    links: z.array(source),
  }),
);

const spelling: z.ZodType<Spelling> = objectOf(
  fieldsOf<Spelling>()({
    kind: z
      .enum(['corrected', 'suggested'])
      .describe('Whether the results are for the other writing, or it is only proposed.'),
    query: z.string().describe('The other writing.'),
  }),
);

export const alphaBlocks: z.ZodType<AlphaBlocks> = objectOf(
  fieldsOf<AlphaBlocks>()({
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
  }),
);
