import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { leavingOrRevoked } from '../http/leaving.js';
import { ndjsonType, slowBody, streamNdjsonBodies } from '../http/ndjson-body.js';
import { jobsPath } from '../jobs/batch/batch-limits.js';
import type { BatchTerms } from '../jobs/batch/batch-line.js';
import { withHeartbeat } from '../jobs/batch/heartbeat.js';
import { blocksOf } from '../jobs/blocks.js';
import { followResults } from '../jobs/follow.js';
import { isJobId, type Job, type JobRef, newJobId } from '../jobs/job.js';
import { jobQuery, listQuery, resultsQuery } from '../jobs/query.js';
import { shownJob } from '../jobs/shown.js';
import type { JobStore } from '../jobs/store.js';
import { storeFaultError } from '../jobs/store-fault.js';
import type { Webhooks } from '../jobs/webhooks/webhooks.js';
import { keyOf } from '../limits/keys/admit.js';
import { requireScope } from '../limits/keys/api-key.js';
import type { Lifecycle } from '../observe/lifecycle/lifecycle.js';
import { extractNames } from '../operations/extract.js';
import { noQuery } from '../operations/lookups.js';
import { readBody, valueOrFaults } from '../operations/request/read-body.js';
import { bodyOf, emptyBody, isFresh, readTerms } from './batch-route.js';

/** What jobs are answered with. */
interface JobRoutesParts {
  store: JobStore;
  /** Called when a job was added. */
  onAdded(): void;
  /** Greatest number of jobs of one key that run, and that are kept. */
  mostRunning: number;
  mostKept: number;
  /** Greatest number of bytes of answers of one key that are kept. */
  mostBytes: number;
  /** Milliseconds that a job may take, and that it is kept after its end. */
  lifetime: number;
  keep: number;
  /** Milliseconds to wait for a part of a body. */
  timeout: number;
  /** Pages that are read for one search; 0 for none. */
  mostPages: number;
  lifecycle: Pick<Lifecycle, 'isClosed'>;
  /** Where callers may have the end of a job told. */
  webhooks: Pick<Webhooks, 'faultOf' | 'secretOf'>;
}

/** Adds the paths of jobs. */
export function addJobRoutes(api: FastifyInstance, parts: JobRoutesParts): void {
  const { store, keep } = parts;
  const one = `${jobsPath}/:id`;

  async function jobOf(request: FastifyRequest): Promise<Job> {
    const ref = refOf(request);
    const isId = isJobId(ref.id);
    const job = isId ? await store.get(ref) : undefined;
    const owned = isId && job === undefined ? await store.find(ref.id) : undefined;
    if (owned !== undefined && !mayAdminister(request)) {
      throw new ApiError('insufficient_scope', 'The batch is that of another key.');
    }
    const found = job ?? (owned && (await store.get(owned)));
    if (found === undefined) throw new ApiError('not_found', 'There is no such batch.');
    return found;
  }

  /** The batch as the caller is shown it: an administrator is shown whose it is. */
  function shown(request: FastifyRequest, job: Job): object {
    return shownJob(job, keep, { withOwner: job.owner !== keyOf(request).id });
  }

  /** The batches of the keys that the query string names: the caller's own where it names none. */
  async function listed(request: FastifyRequest): Promise<object[]> {
    const { owner } = readBody(request.query, { params: listQuery }, {});
    if (owner === undefined) return (await store.list(keyOf(request).id)).map((job) => shownJob(job, keep));
    requireScope(keyOf(request), 'admin');
    const owners = owner === '*' ? await store.owners() : [owner];
    const jobs = (await Promise.all(owners.map((id) => store.list(id)))).flat();
    const newestFirst = jobs.sort((one, other) => other.createdAt - one.createdAt);
    return newestFirst.map((job) => shownJob(job, keep, { withOwner: true }));
  }

  api.register(async (scope) => {
    streamNdjsonBodies(scope);
    scope.post(jobsPath, (request, reply) => accept(request, reply, parts));
  });
  api.get(jobsPath, async (request) => ({ batches: await listed(request) }));
  api.get(one, async (request) => {
    readBody(request.query, { params: noQuery }, {});
    return shown(request, await jobOf(request));
  });
  api.delete(one, async (request, reply) => {
    readBody(request.query, { params: noQuery }, {});
    const job = await jobOf(request);
    if (job.endedAt !== null) {
      await store.remove(job);
      return reply.code(204).send();
    }
    await store.end(job, 'cancelled');
    return shown(request, await jobOf(request));
  });
  api.get(`${one}/results`, async (request, reply) => sendResults(await jobOf(request), request, reply, parts));
  refuseOthers(api, { [one]: ['GET', 'DELETE'], [`${one}/results`]: ['GET'] });
}

/** The answers of a job, as far as they are there or, with `follow`, as they come. */
function sendResults(
  job: Job,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, lifecycle }: Pick<JobRoutesParts, 'store' | 'lifecycle'>,
): FastifyReply {
  const { cursor = '0', limit = '10000', follow } = readBody(request.query, { params: resultsQuery }, {});
  if (job.owner !== keyOf(request).id)
    throw new ApiError('insufficient_scope', 'Answers are shown to their key alone.');
  const from = Number(cursor);
  const to = Math.min(job.answered, from + Number(limit));
  reply.type(`${ndjsonType}; charset=utf-8`);
  if (follow === 'true') {
    const results = followResults(store, {
      ref: job,
      from,
      signal: leavingOrRevoked(reply),
      isOver: () => lifecycle.isClosed(),
    });
    return reply.send(
      Readable.from(
        withHeartbeat(results, () => beat),
        { objectMode: false },
      ),
    );
  }
  reply.header('x-next-cursor', Math.max(from, to));
  return reply.send(Readable.from(store.results(job, from, to), { objectMode: false }));
}

/** Milliseconds between two signs of life. */
const beat = 5_000;

function mayAdminister(request: FastifyRequest): boolean {
  return keyOf(request).scopes.includes('admin');
}

function refOf(request: FastifyRequest): JobRef {
  const { id } = request.params as { id: string };
  return { owner: keyOf(request).id, id };
}

/** Takes a new job. */
async function accept(request: FastifyRequest, reply: FastifyReply, parts: JobRoutesParts): Promise<object> {
  const { store, lifetime, keep, timeout, webhooks } = parts;
  const { webhook, ...terms } = askedOf(request, parts);
  const body = bodyOf(request);
  const { id: owner, credential } = keyOf(request);
  await refuseFault(store);
  refuseTooMany(await store.list(owner), parts);
  const ref = { owner, id: newJobId() };
  const { lines, repeated } = await receive(ref, slowBody(body, timeout), store);
  const createdAt = Date.now();
  const fresh = isFresh(request);
  await store.add({
    ...ref,
    repeated,
    credential,
    createdAt,
    deadline: createdAt + lifetime,
    lines,
    ...terms,
    fresh,
    webhook,
  });
  parts.onAdded();
  const job = await store.get(ref);
  if (job === undefined) throw new Error('A batch that was added is not there');
  reply.code(202).header('location', `${jobsPath}/${ref.id}`);
  return { ...shownJob(job, keep), ...(webhook !== null && { webhook_secret: webhooks.secretOf(owner) }) };
}

/** Keeps a body. Throws an `ApiError` where it is beyond the limits, and keeps nothing then. */
async function receive(
  ref: JobRef,
  body: AsyncIterable<Uint8Array>,
  store: JobStore,
): Promise<{ lines: number; repeated: readonly number[] }> {
  const { blocks, lines, repeated } = blocksOf(body);
  try {
    await store.receive(ref, blocks);
    if (lines() > 0) return { lines: lines(), repeated: repeated() };
    throw emptyBody();
  } catch (error) {
    await store.remove(ref).catch(() => undefined); // what is not added is dropped within an hour
    throw error;
  }
}

function askedOf(
  request: FastifyRequest,
  { webhooks: { faultOf }, mostPages }: JobRoutesParts,
): BatchTerms & { webhook: string | null } {
  const query = request.query as Record<string, unknown>;
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => !ofLines.includes(name)));
  const { include, extract, faults } = readTerms(request, mostPages, Object.keys(own));
  const { webhook = null } = valueOrFaults(() => readBody(own, { params: jobQuery }, { webhook: faultOf }), faults);
  return { include, extract, webhook };
}

/** Parameters that hold for lines. */
const ofLines: readonly string[] = ['include', ...extractNames];

/** A store that keeps nothing at the moment would refuse the body only once it is read. */
async function refuseFault(store: JobStore): Promise<void> {
  if (store.fault() !== undefined) await store.probe();
  const fault = store.fault();
  if (fault !== undefined) throw storeFaultError(fault);
}

function refuseTooMany(jobs: readonly Job[], { mostRunning, mostKept, mostBytes }: JobRoutesParts): void {
  const running = jobs.filter(({ endedAt }) => endedAt === null).length;
  const bytes = jobs.reduce((sum, job) => sum + job.bytes, 0);
  if (running >= mostRunning) throw tooMany(`has ${running} batches running, as many as it may`, 10);
  if (jobs.length >= mostKept) throw tooMany(`has ${jobs.length} batches, as many as are kept; delete one`, 60);
  if (bytes >= mostBytes) {
    throw tooMany(`has ${Math.floor(bytes / 1e6)} MB of answers, as much as is kept; delete a batch`, 60);
  }
}

function tooMany(what: string, retryAfter: number): ApiError {
  return new ApiError('rate_limited', `The key ${what}.`, { retryAfter });
}

/** Paths with a parameter are not found by the usual look for what is served at one. */
function refuseOthers(api: FastifyInstance, served: Readonly<Record<string, readonly string[]>>): void {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const [url, allowed] of Object.entries(served)) {
    const allow = [...allowed, 'HEAD'].join(', ');
    const method = methods.filter((name) => !allowed.includes(name));
    api.route({
      url,
      method,
      onRequest: async () => {
        throw new ApiError('method_not_allowed', `This path serves only ${allow}.`, { headers: { allow } });
      },
      handler: async () => undefined,
    });
  }
}
