import type { DefaultTheme } from 'vitepress';
import { keywords } from './keywords.js';

/** Common names of languages, by the language of a code block. */
const languageNames: Readonly<Record<string, string>> = {
  sh: 'shell curl bash terminal',
  console: 'shell bash terminal',
  ts: 'typescript javascript node',
  js: 'javascript node typescript',
  python: 'python',
  json: 'json',
};

/**
 * The text that a page is indexed by: its content, the languages of its code tabs, which are not part of the text, its
 * keywords (synonyms and common terms), and names with underscores also as separate words.
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
