import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { ignoreBodies } from '../http/body.js';
import { disconnectOrRevocationSignal } from '../http/connections.js';
import { ndjsonType, readWithIdleTimeout, streamNdjsonBodies } from '../http/ndjson-body.js';
import type { LineDefaults } from '../jobs/batch/batch-line.js';
import { jobsPath } from '../jobs/batch/body-lines.js';
import { createOpenLimit, type OpenLimit, withNdjsonHeartbeat } from '../jobs/batch/stream.js';
import { isJobId, type Job, type JobRef, newJobId, splitIntoBlocks } from '../jobs/job.js';
import { followResults, jobListQuery, jobResultsQuery, newJobQuery, toJobResponse } from '../jobs/responses.js';
import type { JobStore } from '../jobs/store.js';
import { jobStoreFaultError } from '../jobs/store.js';
import type { Webhooks } from '../jobs/webhooks/webhooks.js';
import { admittedKeyOf } from '../limits/keys/admit.js';
import { requireScope } from '../limits/keys/api-key.js';
import type { Lifecycle } from '../observe/lifecycle/lifecycle.js';
import { extractParameterNames } from '../operations/extract.js';
import { noQueryParameters } from '../operations/lookups.js';
import { createOrThrowFaults, validateParameters } from '../operations/request/read-body.js';
import { bypassesCache, emptyBodyError, readLineDefaults, requireBodyStream } from './batch-route.js';

/** What the routes of jobs need. */
interface JobRoutesParts {
  store: JobStore;
  /** Called when a job has been added. */
  onAdded(): void;
  /** Refunds pages to the quotas of a key. */
  refundPages(owner: string, pages: number): Promise<void>;
  /** Maximum numbers of running jobs and of kept jobs per key. */
  maxRunningJobs: number;
  maxKeptJobs: number;
  /** Maximum number of connections per key that follow results. */
  maxFollows: number;
  /** Maximum size of the answers kept per key, in bytes. */
  maxBytes: number;
  /** Milliseconds that a job may take, and for which it is kept after it has ended. */
  lifetime: number;
  retention: number;
  /** Milliseconds to wait for the next part of a body. */
  timeout: number;
  /** Maximum number of pages read for one search; 0 for none. */
  maxPages: number;
  lifecycle: Pick<Lifecycle, 'isClosed'>;
  /** Checks addresses of webhooks and derives their secrets. */
  webhooks: Pick<Webhooks, 'faultOf' | 'secretOf'>;
}

/** Adds the paths of jobs. */
export function addJobRoutes(api: FastifyInstance, parts: JobRoutesParts): void {
  const { store, retention } = parts;
  const one = `${jobsPath}/:id`;

  /** The batch as shown to the caller. Administrators also see its owner. */
  function shown(request: FastifyRequest, job: Job): object {
    return toJobResponse(job, retention, { withOwner: job.owner !== admittedKeyOf(request).id });
  }

  /** The batches of the keys that the query string names, by default those of the caller. */
  async function listed(request: FastifyRequest): Promise<object[]> {
    const { owner } = validateParameters(request.query, { params: jobListQuery }, {});
    if (owner === undefined)
      return (await store.list(admittedKeyOf(request).id)).map((job) => toJobResponse(job, retention));
    requireScope(admittedKeyOf(request), 'admin');
    const owners = owner === '*' ? await store.owners() : [owner];
    const jobs = (await Promise.all(owners.map((id) => store.list(id)))).flat();
    const newestFirst = jobs.sort((one, other) => other.createdAt - one.createdAt);
    return newestFirst.map((job) => toJobResponse(job, retention, { withOwner: true }));
  }

  api.register(async (scope) => {
    streamNdjsonBodies(scope);
    scope.post(jobsPath, (request, reply) => accept(request, reply, parts));
  });
  api.get(jobsPath, async (request) => ({ batches: await listed(request) }));
  api.get(one, async (request) => {
    validateParameters(request.query, { params: noQueryParameters }, {});
    return shown(request, await findJob(store, request));
  });
  api.register(async (scope) => {
    ignoreBodies(scope);
    scope.delete(one, async (request, reply) => {
      validateParameters(request.query, { params: noQueryParameters }, {});
      const job = await findJob(store, request);
      if (job.endedAt !== null) {
        const left = await store.remove(job);
        if (left > 0) await parts.refundPages(job.owner, left);
        return reply.code(204).send();
      }
      await store.end(job, 'cancelled');
      return shown(request, await findJob(store, request));
    });
  });
  const following = createOpenLimit(parts.maxFollows, 'connections that follow results');
  api.get(`${one}/results`, async (request, reply) =>
    sendResults(await findJob(store, request), request, reply, { ...parts, following }),
  );
}

/**
 * The job that the path names.
 *
 * @throws {ApiError} `not_found`; `insufficient_scope` if it belongs to another key
 */
async function findJob(store: JobStore, request: FastifyRequest): Promise<Job> {
  const ref = refOf(request);
  const isId = isJobId(ref.id);
  const job = isId ? await store.get(ref) : undefined;
  const owned = isId && job === undefined ? await store.find(ref.id) : undefined;
  if (owned !== undefined && !mayAdminister(request)) {
    throw new ApiError('insufficient_scope', 'The batch belongs to another key.');
  }
  const found = job ?? (owned && (await store.get(owned)));
  if (found === undefined) throw new ApiError('not_found', 'There is no such batch.');
  return found;
}

/** Sends the answers of a job that exist or, with `follow`, all answers as they come. */
function sendResults(
  job: Job,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, lifecycle, following }: Pick<JobRoutesParts, 'store' | 'lifecycle'> & { following: OpenLimit },
): FastifyReply {
  const { cursor = '0', limit = '10000', follow } = validateParameters(request.query, { params: jobResultsQuery }, {});
  if (job.owner !== admittedKeyOf(request).id)
    throw new ApiError('insufficient_scope', 'Answers are only shown to the key that owns the batch.');
  const from = Number(cursor);
  const to = Math.min(job.answered, from + Number(limit));
  // Fastify would read a stream to its end to discard it.
  const isHead = request.method === 'HEAD';
  if (follow === 'true' && !isHead) reply.raw.once('close', following.enter(job.owner));
  reply.type(`${ndjsonType}; charset=utf-8`);
  if (follow === 'true') {
    if (isHead) return reply.send();
    const results = followResults(store, {
      ref: job,
      from,
      signal: disconnectOrRevocationSignal(reply),
      isOver: () => lifecycle.isClosed(),
    });
    const silences = [firstSilence];
    return reply.send(
      Readable.from(
        withNdjsonHeartbeat(results, () => silences.pop() ?? beat),
        { objectMode: false },
      ),
    );
  }
  reply.header('x-next-cursor', Math.max(from, to));
  if (isHead) return reply.send();
  return reply.send(Readable.from(store.results(job, from, to), { objectMode: false }));
}

/** Milliseconds between heartbeats. */
const beat = 5_000;

/** Milliseconds before the first one, with which the headers are sent, so that a caller sees at once that it follows. */
const firstSilence = 100;

function mayAdminister(request: FastifyRequest): boolean {
  return admittedKeyOf(request).scopes.includes('admin');
}

function refOf(request: FastifyRequest): JobRef {
  const { id } = request.params as { id: string };
  return { owner: admittedKeyOf(request).id, id };
}

/** Accepts a new job. */
async function accept(request: FastifyRequest, reply: FastifyReply, parts: JobRoutesParts): Promise<object> {
  const { store, lifetime, retention, timeout, webhooks } = parts;
  const { webhook, ...terms } = askedOf(request, parts);
  const body = requireBodyStream(request);
  const { id: owner, credential } = admittedKeyOf(request);
  await refuseFault(store);
  refuseTooMany(await store.list(owner), parts);
  const ref = { owner, id: newJobId() };
  const { lines, repeated } = await receive(ref, readWithIdleTimeout(body, timeout), store);
  const createdAt = store.now();
  const fresh = bypassesCache(request);
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
  if (job === undefined) throw new Error('A batch that was just added is missing');
  reply.code(202).header('location', `${jobsPath}/${ref.id}`);
  return { ...toJobResponse(job, retention), ...(webhook !== null && { webhook_secret: webhooks.secretOf(owner) }) };
}

/** Stores a body. Throws an `ApiError` and stores nothing if the body exceeds the limits. */
async function receive(
  ref: JobRef,
  body: AsyncIterable<Uint8Array>,
  store: JobStore,
): Promise<{ lines: number; repeated: readonly number[] }> {
  const { blocks, lines, repeated } = splitIntoBlocks(body);
  try {
    await store.receive(ref, blocks);
    if (lines() > 0) return { lines: lines(), repeated: repeated() };
    throw emptyBodyError();
  } catch (error) {
    await store.remove(ref).catch(() => undefined); // the store drops bodies of jobs that were not added within an hour
    throw error;
  }
}

function askedOf(
  request: FastifyRequest,
  { webhooks: { faultOf }, maxPages }: JobRoutesParts,
): LineDefaults & { webhook: string | null } {
  const query = request.query as Record<string, unknown>;
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => !ofLines.includes(name)));
  const { include, extract, faults } = readLineDefaults(request, maxPages, Object.keys(own));
  const { webhook = null } = createOrThrowFaults(
    () => validateParameters(own, { params: newJobQuery }, { webhook: faultOf }),
    faults,
  );
  return { include, extract, webhook };
}

/** Parameters that apply to lines. */
const ofLines: readonly string[] = ['include', ...extractParameterNames];

/** Refuses the request before its body is read if the store is not working. */
async function refuseFault(store: JobStore): Promise<void> {
  if (store.fault() !== undefined) await store.probe();
  const fault = store.fault();
  if (fault !== undefined) throw jobStoreFaultError(fault);
}

function refuseTooMany(jobs: readonly Job[], { maxRunningJobs, maxKeptJobs, maxBytes }: JobRoutesParts): void {
  const running = jobs.filter(({ endedAt }) => endedAt === null).length;
  const bytes = jobs.reduce((sum, job) => sum + job.bytes, 0);
  if (running >= maxRunningJobs) throw tooMany(`has reached its limit of ${maxRunningJobs} running batches`, 10);
  if (jobs.length >= maxKeptJobs)
    throw tooMany(`has reached its limit of ${maxKeptJobs} stored batches; delete one`, 60);
  if (bytes >= maxBytes) {
    throw tooMany(`has reached its limit of ${Math.floor(maxBytes / 1e6)} MB of stored results; delete a batch`, 60);
  }
}

function tooMany(what: string, retryAfter: number): ApiError {
  return new ApiError('rate_limited', `The key ${what}.`, { retryAfter });
}
