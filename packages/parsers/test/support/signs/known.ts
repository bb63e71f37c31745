import { redesignLosses } from '../redesigns/known.js';
import { shapeLosses } from './known-shapes.js';

/** A sign or a change by which fields of an operation lose more than a page may. */
export interface KnownLoss {
  readonly operation: string;
  /** The sign, or the name of the change. */
  readonly name: string;
  /** The fields that lose more, `rows` for the rows themselves. */
  readonly fields: readonly string[];
  readonly reason: string;
}

const withoutList = 'fragments and pages for WML have no list that it could be outside of';

const withheldByIt = 'a row withheld by this attribute alone is a row without it';

/** Operation, sign or change, fields, reason. `pnpm survival:signs` fails for an entry that has become untrue. */
const list: readonly (readonly [string, string, string, string])[] = [
  ['alpha.videos', 'a headed link outside the list', 'rows', withoutList],
  ['alpha.videos', 'text in pieces', 'channel', 'a name broken at its dash reads as two parts'],
  [
    'alpha.search',
    'attribute data-attrid',
    'panel fields · panel attributes',
    "the card of a place above an entity's panel is told from it by the names that are marked so",
  ],
  ['beta.search', 'attribute aria-hidden', 'rows', withheldByIt],
  ['gamma.search', 'attribute aria-hidden', 'rows', withheldByIt],
];

/** What no page can be read without, with the reason. */
export const knownLosses: readonly KnownLoss[] = [
  ...list.map(([operation, name, fields, reason]) => ({ operation, name, fields: fields.split(' · '), reason })),
  ...[...redesignLosses, ...shapeLosses].flatMap(([operation, names, fields, reason]) => {
    return names.map((name) => ({ operation, name, fields, reason }));
  }),
];

/** The list as a table, one line for each entry. */
export function knownLossTable(): string {
  const head = '| operation | without, or after | loses | reason |\n|---|---|---|---|\n';
  const lines = knownLosses.map(({ operation, name, fields, reason }) => {
    return `| ${operation} | ${name} | ${fields.join(', ')} | ${reason} |`;
  });
  return head + lines.join('\n');
}
