import type { KeyRecord } from '../limits/keys/key-store.js';

/** Keys as a table, one on each line. */
export function keyTable(records: readonly KeyRecord[]): string {
  if (records.length === 0) return 'There are no keys.';
  const rows = records.map((record) => [
    record.id,
    record.name,
    stateOf(record),
    expiryOf(record),
    record.scopes.join(','),
    limitsOf(record),
  ]);
  const lines = [['ID', 'NAME', 'STATE', 'EXPIRES', 'SCOPES', 'LIMITS'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One key, a property on each line. */
export function keyLines(record: KeyRecord): string {
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

/** The day, or the minute where it is no whole day of UTC. */
function expiryOf({ expires_at }: KeyRecord): string {
  if (expires_at === null) return 'never';
  const [day = '', time = ''] = expires_at.split('T');
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}Z`;
}

function limitsOf({ limits: { rate, concurrency, per_day, per_month } }: KeyRecord): string {
  const own = [
    ...(rate ? [`${rate.requests} pages in ${rate.seconds} s`] : []),
    ...(concurrency ? [`${concurrency} at once`] : []),
    ...(per_day ? [`${per_day} a day`] : []),
    ...(per_month ? [`${per_month} a month`] : []),
  ];
  return own.join(', ') || 'those of the service';
}

function endOf(expires_at: string | null): string {
  return expires_at === null ? '' : ` (until ${expires_at})`;
}
