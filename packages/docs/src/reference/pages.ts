import { simulatorWords } from '@svc/fixtures';
import { operationPage } from './operation-page.js';
import { simulatorPage } from './simulator-page.js';
import { endpointsOf, type Spec } from './spec.js';
import { typesPage } from './types-page.js';

/** A page of the reference, as the site's router and its sidebar want it. */
export interface ReferencePage {
  /** The last part of its address. */
  slug: string;
  title: string;
  /** The group that it is listed in. */
  group: string;
  markdown: string;
}

/** The reference as pages: one per operation, and one of the types. */
export function referencePages(spec: Spec): ReferencePage[] {
  const operations = endpointsOf(spec).map((endpoint) => ({
    slug: endpoint.operation.operationId.replaceAll('.', '-').toLowerCase(),
    title: endpoint.operation.operationId,
    group: endpoint.operation.tags?.[0] ?? 'API',
    markdown: operationPage(endpoint, spec),
  }));
  return [
    ...operations,
    { slug: 'types', title: 'Types', group: 'More', markdown: typesPage(spec) },
    { slug: 'simulator', title: 'Simulated engines', group: 'More', markdown: simulatorPage(simulatorWords) },
  ];
}
