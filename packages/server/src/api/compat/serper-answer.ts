import type { NativeJson } from '../native-api.js';
import { given } from './params.js';

/** What a path searches. */
export type SerperKind = 'search' | 'news' | 'videos' | 'autocomplete';

/** Words a native answer as Serper's. @param most rows to keep */
export function serperAnswer(body: NativeJson, kind: SerperKind, most: number): object {
  const rows: NativeJson[] = (body.organic_results ?? []).slice(0, most);
  if (kind === 'autocomplete') return { suggestions: body.suggestions.map(({ value }: NativeJson) => ({ value })) };
  if (kind === 'news') return { news: rows.map(newsRow) };
  if (kind === 'videos') return { videos: rows.map(videoRow) };
  const { featured_snippet, people_also_ask, top_stories, sitelinks = [] } = body.blocks ?? {};
  const links = new Map<number, NativeJson[]>(sitelinks.map(({ position, links }: NativeJson) => [position, links]));
  return given({
    knowledgeGraph: body.knowledge_graph && panelOf(body.knowledge_graph),
    answerBox: featured_snippet && {
      snippet: featured_snippet.text,
      title: featured_snippet.title,
      link: featured_snippet.link,
    },
    organic: rows.map((row) => organicRow(row, links.get(row.position))),
    topStories: top_stories?.length
      ? top_stories.map(({ title, link, source, date }: NativeJson) => given({ title, link, source, date }))
      : undefined,
    peopleAlsoAsk: people_also_ask?.length
      ? people_also_ask.map(({ question, answer, source }: NativeJson) =>
          given({ question, snippet: answer, title: source?.title, link: source?.link }),
        )
      : undefined,
    relatedSearches: body.related_searches?.map(({ query }: NativeJson) => ({ query })),
  });
}

function organicRow({ title, link, snippet, position, date }: NativeJson, sitelinks: NativeJson[] | undefined): object {
  return given({
    title,
    link,
    snippet,
    date,
    sitelinks: sitelinks?.map(({ title, link }) => ({ title, link })),
    position,
  });
}

function newsRow({ title, link, snippet, date, source, position }: NativeJson): object {
  return given({ title, link, snippet, date, source, position });
}

function videoRow({ title, link, snippet, duration, source, channel, date, position }: NativeJson): object {
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
}: NativeJson): object {
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
