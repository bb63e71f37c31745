const names: Readonly<Record<string, string>> = {
  ads: 'Ads',
  shopping: 'Products',
  ai_overview: 'AI overview',
  faq: 'Questions',
  featured_snippet: 'Featured snippet',
  local_results: 'Places',
  people_also_ask: 'People also ask',
  twitter: 'Posts',
};

/** The name of a block as a heading. */
export function blockTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
