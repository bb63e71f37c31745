import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that the body of the request holds; undefined if it has no body. */
    heldBytes: HeldBytes | undefined;
  }
}

/** Limit of a body. */
interface BytesRules {
  /** Maximum size in bytes. */
  limit: number;
  /** Message for a larger body, without its full stop. */
  tooLarge: string;
}

/** Requests that wait for `100 Continue` before they send their body. */
const awaiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Counts the bytes of every body until its request has been answered. Handles `Expect: 100-continue`. */
export function limitBodyMemory(app: FastifyInstance, options: BodyBudgetOptions): BodyBudget {
  const pool = createBodyBudget(options);
  app.decorateRequest('heldBytes', undefined);
  // Node.js would answer "100 Continue" before the key has been checked.
  app.server.on('checkContinue', (request, response) => {
    awaiting.set(request, response);
    app.routing(request, response);
  });
  app.addHook('preParsing', async (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length === '0' && coding === undefined) return;
    const held = pool.open(request.caller ?? '');
    reply.raw.once('close', held.release);
    request.heldBytes = held;
  });
  return pool;
}

/** Tells a caller that waits for `100 Continue` to send the body. */
export function sendContinue(request: IncomingMessage): void {
  const response = awaiting.get(request);
  if (response === undefined) return;
  awaiting.delete(request);
  response.writeContinue();
}

/**
 * Reads a body in parts. Its bytes are counted before they are read: all of them if the length is known, otherwise as they
 * arrive. Rejects with an `ApiError`, or with an error of `onPart`, which ends the body.
 */
export async function readBodyParts(
  request: FastifyRequest,
  body: Readable,
  { limit, tooLarge, onPart }: BytesRules & { onPart(part: Uint8Array): void },
): Promise<void> {
  const length = lengthOf(request);
  const tooLong = () => new ApiError('payload_too_large', `${tooLarge}.`);
  if (length !== undefined && length > limit) throw tooLong();
  if (length !== undefined) request.heldBytes?.take(length);
  sendContinue(request.raw);
  let size = 0;
  await eachPart(body, (part) => {
    size += part.length;
    if (size > limit) throw tooLong();
    if (length === undefined) request.heldBytes?.take(part.length);
    onPart(part);
  });
  if (length === undefined || size === length) return;
  throw new ApiError('malformed_json', 'The body is not as long as its "Content-Length" says.');
}

/** Reads the bytes of a body, see `readBodyParts`. If their number is known, they are allocated once, which saves memory. */
export async function readBodyBytes(request: FastifyRequest, body: Readable, rules: BytesRules): Promise<Buffer> {
  const length = lengthOf(request) ?? 0;
  let bytes: Buffer = Buffer.allocUnsafe(length <= rules.limit ? length : 0);
  let size = 0;
  await readBodyParts(request, body, {
    ...rules,
    onPart(part) {
      if (size + part.length > bytes.length) bytes = grown(bytes, Math.min(2 * (size + part.length), rules.limit));
      bytes.set(part, size);
      size += part.length;
    },
  });
  return bytes.subarray(0, size);
}

function grown(bytes: Buffer, length: number): Buffer {
  const larger = Buffer.allocUnsafe(length);
  larger.set(bytes);
  return larger;
}

/** The value of `Content-Length`; undefined for a chunked body. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  const { 'content-length': length } = headers;
  return length === undefined ? undefined : Number(length);
}

/** Calls `onPart` with the parts of a stream. Rejects with an error of `onPart`, and if the stream ends prematurely. */
function eachPart(body: Readable, onPart: (part: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      body.on('error', () => undefined); // the caller has disconnected or has its answer
      settle();
    };
    const onData = (part: Uint8Array) => {
      try {
        onPart(part);
      } catch (error) {
        end(() => reject(error));
        body.resume(); // discards the rest
      }
    };
    const onEnd = () => end(resolve);
    const onError = (cause: unknown) => end(() => reject(abortedBodyError(cause)));
    const onClose = () => end(() => reject(abortedBodyError(undefined)));
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** The error for a caller that disconnected before its body had arrived, which it will hardly ever read. */
export function abortedBodyError(cause: unknown): ApiError {
  return new ApiError('malformed_json', 'The body is incomplete.', { cause });
}

/** Limits the bytes of bodies in progress, in total and per caller. */
interface BodyBudget {
  /** Starts counting the body of one request. */
  open(caller: string): HeldBytes;
  /** Number of bytes in use. */
  held(): number;
}

/** The bytes of one body. */
interface HeldBytes {
  /** Takes more bytes. Throws an `ApiError` with code `rate_limited` or `overloaded` if there are not enough left. */
  take(bytes: number): void;
  /** Releases all of them; further calls have no effect. */
  release(): void;
}

/** Limits in bytes. */
interface BodyBudgetOptions {
  /** Of all callers. */
  total: number;
  /** Of each caller. */
  perCaller: number;
}

/** Creates an unused pool. */
export function createBodyBudget({ total, perCaller }: BodyBudgetOptions): BodyBudget {
  const callers = new Map<string, number>();
  let held = 0;

  function add(caller: string, bytes: number): void {
    held += bytes;
    const sum = (callers.get(caller) ?? 0) + bytes;
    if (sum > 0) callers.set(caller, sum);
    else callers.delete(caller);
  }

  return {
    held: () => held,
    open(caller) {
      let own = 0;
      return {
        take(bytes) {
          if ((callers.get(caller) ?? 0) + bytes > perCaller) throw callerFull(perCaller);
          if (held + bytes > total)
            throw new ApiError(
              'overloaded',
              'The bodies of all requests in progress together exceed the limit of the service.',
            );
          add(caller, bytes);
          own += bytes;
        },
        release() {
          add(caller, -own);
          own = 0;
        },
      };
    },
  };
}

function callerFull(bytes: number): ApiError {
  const detail = `The bodies of the key's requests in progress exceed ${Math.floor(bytes / 1e6)} MB.`;
  return new ApiError('rate_limited', detail, { retryAfter: 1 });
}
