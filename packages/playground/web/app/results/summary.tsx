import type { JSX } from 'preact';
import type { ResponseInfo } from '../api/request.js';
import type { Answer } from './answer.js';

interface OutcomeSummaryProps {
  info: ResponseInfo;
  answer?: Answer;
  /** Names of deprecated parameters in the search. */
  deprecated: readonly string[];
}

/** Facts about the response: status, time, attempts, place, cache, pages. */
export function OutcomeSummary({ info, answer, deprecated }: OutcomeSummaryProps): JSX.Element {
  const items = [...factsOfHeaders(info, deprecated), ...(answer === undefined ? [] : factsOfAnswer(answer))];
  return (
    <dl class="summary" aria-label="About the response">
      <div class={`status status-${Math.floor(info.status / 100)}`}>
        <dt>Status</dt>
        <dd>{info.status}</dd>
      </div>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fact = [name: string, value: string];

function factsOfHeaders(
  { ms, cache, gathered, place, deprecated, limits }: ResponseInfo,
  names: readonly string[],
): Fact[] {
  return listed({
    Time: formatDuration(ms),
    Place: place && placeOf(place),
    Cache: cache?.toLowerCase(),
    Pages: gathered && pagesOf(gathered),
    Deprecated: deprecated ? names.join(', ') || 'a parameter' : undefined,
    'Requests left': limits && leftOf(limits),
  });
}

function factsOfAnswer({ metadata, diagnostics }: Answer): Fact[] {
  const states = [...new Set((diagnostics?.pages ?? []).map(({ state }) => state))].filter(Boolean);
  return listed({
    Attempts: metadata?.attempts === undefined ? undefined : String(metadata.attempts),
    'Page state': states.length > 0 ? states.join(', ') : undefined,
  });
}

function listed(facts: Record<string, string | undefined>): Fact[] {
  return Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as Fact] : []));
}

/** Formats milliseconds. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Formats `Lisbon%2CPortugal;country=ES`. */
function placeOf(header: string): string {
  const [name = '', ...notes] = header.split(';');
  const place = decoded(name).replaceAll(',', ', ');
  const country = notes.map((note) => note.trim()).find((note) => note.startsWith('country='));
  return country === undefined ? place : `${place} (asked as ${country.slice('country='.length)})`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // shown unchanged
  }
}

/** Formats `3;stop=last_page`. */
function pagesOf(header: string): string {
  const [count = '', stop = ''] = header.split(';stop=');
  if (stop === 'last_page') return `${count}, the last`;
  return `${count}${stop && stop !== 'complete' ? `, then ${stop.replaceAll('_', ' ')}` : ''}`;
}

/** Formats `"default";r=59;t=1`. */
function leftOf(header: string): string | undefined {
  const left = [...header.matchAll(/\br=(\d+)/g)].map(([, count]) => Number(count));
  return left.length === 0 ? undefined : Math.min(...left).toLocaleString('en');
}
