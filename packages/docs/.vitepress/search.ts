import type { DefaultTheme } from 'vitepress';
import { keywords } from './keywords.js';

/** Names of languages as people type them, by that of a code block. */
const languageNames: Readonly<Record<string, string>> = {
  sh: 'shell curl bash terminal',
  console: 'shell bash terminal',
  ts: 'typescript javascript node',
  js: 'javascript node typescript',
  python: 'python',
  json: 'json',
};

/**
 * What the search finds a page by: its text, the languages of its code tabs, which are no text of it, the words that are
 * listed for it (synonyms, what people call the thing), and names with underscores also as words.
 */
export const searchText: NonNullable<DefaultTheme.LocalSearchOptions['_render']> = (source, env, md) => {
  const html = md.render(source, env);
  if (env.frontmatter?.search === false) return '';
  const fences = [...source.matchAll(/^```(\w+)/gm)].map(([, language = '']) => languageNames[language] ?? language);
  const names = [...source.matchAll(/`(\w+(?:_\w+)+)`/g)].map(([, name = '']) => name.replaceAll('_', ' '));
  const guide = /guides\/([\w-]+)\.md$/.exec(env.relativePath ?? '')?.[1] ?? '';
  const words = [keywords[guide], String(env.frontmatter?.keywords ?? ''), ...new Set(fences), ...new Set(names)]
    .filter(Boolean)
    .join(' ');
  return words === '' ? html : html.replace(/<\/h1>/, () => `</h1><p>${md.utils.escapeHtml(words)}</p>`);
};
