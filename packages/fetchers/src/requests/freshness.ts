/** How old a result may be at most. */
export type Freshness = 'day' | 'week' | 'month' | 'year';
