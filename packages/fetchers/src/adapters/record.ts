import { formsOf, isSecretName, secretsOf } from '../captures/secrets.js';
import { captureWriter } from '../captures/writer.js';
import type { Adapter, PageRequest, RawPage, Session } from '../types.js';

/** Whose pages are kept, and where. */
export interface RecordAdapterOptions {
  /** The adapter that gets the pages. */
  adapter: Adapter;
  /** A folder; each page gets one of its own in `<folder>/<operation>/`, as `replayAdapter` reads them. */
  folder: string;
  /** Secrets that the adapter sends by itself, such as the key of a service; those of the session are known. @default none */
  secrets?: readonly string[];
  /** Called for a page that could not be kept. Its message may hold words of the query. @default nobody is */
  onFault?: (error: unknown) => void;
}

/**
 * Gets pages by another adapter and keeps each as a folder with `page.*` and `meta.json`, under what was asked. What reveals
 * who fetched it is replaced: every secret of the session, the proxy, the addresses and `secrets`, in every encoding in which
 * it may stand there, network and e-mail addresses. The page may still name
 * people: look through it before giving it away. A fetch neither waits for the disk nor fails by it; `close` waits.
 */
export function recordAdapter({ adapter, folder, secrets = [], onFault = () => {} }: RecordAdapterOptions): Adapter {
  const write = captureWriter(folder);
  const writing = new Set<Promise<void>>();
  const recording: Adapter = async (request, context) => {
    const page = await adapter(request, context);
    const { session } = context;
    const kept = scrubbed({ page, request, session }, secrets)
      .then((clean) => write(clean.request, clean.page, { session }))
      .catch(onFault)
      .finally(() => writing.delete(kept));
    writing.add(kept);
    return page;
  };
  if (adapter.supportsProfile) recording.supportsProfile = (profile) => adapter.supportsProfile?.(profile) ?? true;
  recording.close = async () => {
    await adapter.close?.();
    await Promise.all(writing);
  };
  return recording;
}

const standInAddress = '192.0.2.1';

/** What engines write into a page of whom they answered, whatever the session. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.+-])[\w.+-]{1,64}(?:@|%40|&#64;)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, 'someone@mail.example'],
  [
    /(?<![\w./-])(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}(?![\w.-])/g,
    standInAddress,
  ],
  [/(?<![\w:])(?:[\da-f]{1,4}:){4}(?:[\da-f]{0,4}:){0,5}[\da-f]{1,4}(?![\w:])/gi, '2001:db8::1'],
];

/** A page and what was asked for it, as they may be kept. */
interface Scrubbed {
  request: PageRequest;
  page: RawPage;
}

/**
 * A page and its request without what reveals who fetched it: every secret that is known, in every encoding, and in the page
 * network and e-mail addresses too. Its own address keeps the parameters that were asked; others name a visit. Other bytes
 * stay as they are.
 *
 * @param given further secrets, such as the key of a service that is asked
 */
async function scrubbed(
  fetched: { page: RawPage; request: PageRequest; session: Session },
  given: readonly string[] = [],
): Promise<Scrubbed> {
  const { page, request } = fetched;
  const forms = formsOf(await secretsOf(fetched, given));
  const clean = (text: string) => replaceAll(text, forms);
  const cleanValues = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value)]));
  const url = cleanAddress(request.url, clean);
  const text = replaceAll(Buffer.from(page.body).toString('latin1'), forms.flatMap(bytesOf));
  const nameless = rules.reduce((left, [pattern, standIn]) => left.replace(pattern, standIn), text);
  return {
    request: { ...request, url, headers: {}, cookies: cleanValues(request.cookies) },
    page: {
      ...page,
      url: plainAddress(cleanAddress(page.url, clean), url),
      headers: cleanValues(page.headers),
      body: Buffer.from(nameless, 'latin1'),
    },
  };
}

function replaceAll(text: string, forms: readonly string[]): string {
  return forms.reduce((left, form) => left.replaceAll(form, 'x'.repeat(form.length)), text);
}

/** A text as its bytes are read one by one, in UTF-8 and, where it has them, in Latin-1. */
function bytesOf(text: string): string[] {
  const utf8 = Buffer.from(text).toString('latin1');
  return utf8 === text ? [text] : [utf8, text];
}

/** An address without credentials. Its parameters are cleaned as they are and as they are encoded there. */
function cleanAddress(address: string, clean: (text: string) => string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const [name, value] of [...url.searchParams]) {
    if (isSecretName(name)) url.searchParams.delete(name);
    else if (clean(value) !== value) url.searchParams.set(name, clean(value));
  }
  return clean(url.href);
}

/** An address elsewhere, as that of a captcha, holds nothing but marks of the visit in its query. */
function plainAddress(url: string, asked: string): string {
  const [came, given] = [new URL(url), new URL(asked)];
  const names = came.pathname === given.pathname ? new Set(given.searchParams.keys()) : new Set<string>();
  for (const name of [...came.searchParams.keys()]) if (!names.has(name)) came.searchParams.delete(name);
  return came.href;
}
