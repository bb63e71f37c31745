import { redesignLosses } from '../redesigns/known.js';
import { shapeLosses } from './known-shapes.js';

/** A sign or a change for which fields of an operation lose more than the limit. */
export interface KnownLoss {
  readonly operation: string;
  /** The sign, or the name of the change. */
  readonly name: string;
  /** The fields that lose more than the limit; `rows` for the rows themselves. */
  readonly fields: readonly string[];
  readonly reason: string;
}

const withoutList = 'fragments and WML pages have no list, so nothing is outside it';

const withheldByIt = 'a row that only this attribute hides becomes visible';

/** Operation, sign or change, fields, reason. `pnpm survival:signs` fails for an entry that no longer holds. */
const list: readonly (readonly [string, string, string, string])[] = [
  ['alpha.videos', 'a headed link outside the list', 'rows', withoutList],
  ['alpha.videos', 'text in pieces', 'channel', 'a name that is split at its dash reads as two parts'],
  [
    'alpha.search',
    'attribute data-attrid',
    'panel fields · panel attributes',
    'only these names distinguish the card of a place from the panel of an entity below it',
  ],
  ['beta.search', 'attribute aria-hidden', 'rows', withheldByIt],
  ['gamma.search', 'attribute aria-hidden', 'rows', withheldByIt],
];

/** All known losses. */
export const knownLosses: readonly KnownLoss[] = [
  ...list.map(([operation, name, fields, reason]) => ({ operation, name, fields: fields.split(' · '), reason })),
  ...[...redesignLosses, ...shapeLosses].flatMap(([operation, names, fields, reason]) => {
    return names.map((name) => ({ operation, name, fields, reason }));
  }),
];

/** The list as a Markdown table, one line per entry. */
export function knownLossTable(): string {
  const head = '| operation | without, or after | loses | reason |\n|---|---|---|---|\n';
  const lines = knownLosses.map(({ operation, name, fields, reason }) => {
    return `| ${operation} | ${name} | ${fields.join(', ')} | ${reason} |`;
  });
  return head + lines.join('\n');
}
