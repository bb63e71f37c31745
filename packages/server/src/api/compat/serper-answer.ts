import { given } from './params.js';

/** What a path searches. */
export type SerperKind = 'search' | 'news' | 'videos' | 'autocomplete';

// biome-ignore lint/suspicious/noExplicitAny: JSON of the native API, whose fields its own tests hold
type Json = any;

/** Words a native answer as Serper's. @param most rows to keep */
export function serperAnswer(body: Json, kind: SerperKind, most: number): object {
  const rows: Json[] = (body.organic_results ?? []).slice(0, most);
  if (kind === 'autocomplete') return { suggestions: body.suggestions.map(({ value }: Json) => ({ value })) };
  if (kind === 'news') return { news: rows.map(newsRow) };
  if (kind === 'videos') return { videos: rows.map(videoRow) };
  const { featured_snippet, people_also_ask, top_stories, sitelinks = [] } = body.blocks ?? {};
  const links = new Map<number, Json[]>(sitelinks.map(({ position, links }: Json) => [position, links]));
  return given({
    knowledgeGraph: body.knowledge_graph && panelOf(body.knowledge_graph),
    answerBox: featured_snippet && {
      snippet: featured_snippet.text,
      title: featured_snippet.title,
      link: featured_snippet.link,
    },
    organic: rows.map((row) => organicRow(row, links.get(row.position))),
    topStories: top_stories?.length
      ? top_stories.map(({ title, link, source, date }: Json) => given({ title, link, source, date }))
      : undefined,
    peopleAlsoAsk: people_also_ask?.length
      ? people_also_ask.map(({ question, answer, source }: Json) =>
          given({ question, snippet: answer, title: source?.title, link: source?.link }),
        )
      : undefined,
    relatedSearches: body.related_searches?.map(({ query }: Json) => ({ query })),
  });
}

function organicRow({ title, link, snippet, position, date }: Json, sitelinks: Json[] | undefined): object {
  return given({
    title,
    link,
    snippet,
    date,
    sitelinks: sitelinks?.map(({ title, link }) => ({ title, link })),
    position,
  });
}

function newsRow({ title, link, snippet, date, source, position }: Json): object {
  return given({ title, link, snippet, date, source, position });
}

function videoRow({ title, link, snippet, duration, source, channel, date, position }: Json): object {
  return given({
    title,
    link,
    snippet,
    duration: duration || undefined,
    source,
    channel: channel || undefined,
    date,
    position,
  });
}

/** LangChain for Python takes `attributes` for an object wherever it is there. */
function panelOf({
  title,
  type,
  website,
  description,
  description_source,
  description_link,
  attributes,
}: Json): object {
  return given({
    title,
    type,
    website,
    description,
    descriptionSource: description_source,
    descriptionLink: description_link,
    attributes: attributes ?? {},
  });
}
