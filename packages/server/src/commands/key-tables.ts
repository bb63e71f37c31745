import type { KeyRecord } from '../limits/keys/key-store.js';
import { type Column, formatTable } from './terminal/tables.js';

const columns: readonly Column<KeyRecord>[] = [
  { head: 'ID', text: ({ id }) => id },
  { head: 'NAME', text: ({ name }) => name },
  { head: 'STATE', text: stateOf },
  { head: 'EXPIRES', text: expiryOf },
  { head: 'SCOPES', text: ({ scopes }) => scopes.join(',') },
  { head: 'LIMITS', text: limitsOf },
];

/** Keys as a table, one per line. */
export function keyTable(records: readonly KeyRecord[]): string {
  return records.length === 0 ? 'There are no keys.' : formatTable(records, columns, undefined);
}

/** One key, one property per line. */
export function formatKeyDetails(record: KeyRecord): string {
  const properties = {
    Id: record.id,
    Name: record.name,
    State: stateOf(record),
    Scopes: record.scopes.join(', '),
    Limits: limitsOf(record),
    Created: record.created_at,
    Expires: record.expires_at ?? 'never',
    Secrets: record.secrets.map(({ prefix, expires_at }) => `svc_${prefix}_…${endOf(expires_at)}`).join(', '),
  };
  return Object.entries(properties)
    .map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`)
    .join('\n');
}

function stateOf({ disabled, expires_at }: KeyRecord): string {
  if (disabled) return 'disabled';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

/** The day, with the time unless it is midnight UTC. */
function expiryOf({ expires_at }: KeyRecord): string {
  if (expires_at === null) return 'never';
  const [day = '', time = ''] = expires_at.split('T');
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}Z`;
}

function limitsOf({ limits: { rate, concurrency, per_day, per_month } }: KeyRecord): string {
  const own = [
    ...(rate ? [`${rate.requests} pages per ${rate.seconds} s`] : []),
    ...(concurrency ? [`${concurrency} at once`] : []),
    ...(per_day ? [`${per_day} per day`] : []),
    ...(per_month ? [`${per_month} per month`] : []),
  ];
  return own.join(', ') || 'default';
}

function endOf(expires_at: string | null): string {
  return expires_at === null ? '' : ` (until ${expires_at})`;
}
