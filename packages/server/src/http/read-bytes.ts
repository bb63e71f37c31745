import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that the body of the request holds; undefined where it has none. */
    heldBytes: HeldBytes | undefined;
  }
}

/** What a body may be. */
interface BytesRules {
  /** Largest size in bytes. */
  limit: number;
  /** What is larger than that, as a message says it. */
  tooLarge: string;
}

/** Requests that wait for `100 Continue` before they send their body. */
const awaiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Accounts for the bytes of every body until its request is answered, and has callers wait that ask before they send one. */
export function limitBodies(app: FastifyInstance, options: BodyPoolOptions): BodyPool {
  const pool = createBodyPool(options);
  app.decorateRequest('heldBytes', undefined);
  // Node would say "100 Continue" before anybody has looked at the key.
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

/** Tells a caller that waits for it to send the body. */
export function continueBody(request: IncomingMessage): void {
  const response = awaiting.get(request);
  if (response === undefined) return;
  awaiting.delete(request);
  response.writeContinue();
}

/**
 * Reads a body part by part. Its bytes are accounted for before they are read: all of them where their number is known, else
 * as they arrive. Rejects with an `ApiError`, or with what `onPart` throws, which ends the body.
 */
export async function readParts(
  request: FastifyRequest,
  body: Readable,
  { limit, tooLarge, onPart }: BytesRules & { onPart(part: Uint8Array): void },
): Promise<void> {
  const length = lengthOf(request);
  const beyond = () => new ApiError('payload_too_large', `${tooLarge}.`);
  if (length !== undefined && length > limit) throw beyond();
  if (length !== undefined) request.heldBytes?.take(length);
  continueBody(request.raw);
  let size = 0;
  await eachPart(body, (part) => {
    size += part.length;
    if (size > limit) throw beyond();
    if (length === undefined) request.heldBytes?.take(part.length);
    onPart(part);
  });
  if (length === undefined || size === length) return;
  throw new ApiError('malformed_json', 'The body is not as long as its "Content-Length" says.');
}

/** The bytes of a body, see `readParts`; in one piece from the start, where their number is known, so that memory returns. */
export async function readBytes(request: FastifyRequest, body: Readable, rules: BytesRules): Promise<Buffer> {
  const length = lengthOf(request) ?? 0;
  let bytes: Buffer = Buffer.allocUnsafe(length <= rules.limit ? length : 0);
  let size = 0;
  await readParts(request, body, {
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

/** What `Content-Length` says; undefined for a body in chunks. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  const { 'content-length': length } = headers;
  return length === undefined ? undefined : Number(length);
}

/** Hands over the parts of a stream until it ends. Rejects with what `onPart` throws, and where the stream breaks off. */
function eachPart(body: Readable, onPart: (part: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      body.on('error', () => undefined); // whoever left has its answer already
      settle();
    };
    const onData = (part: Uint8Array) => {
      try {
        onPart(part);
      } catch (error) {
        end(() => reject(error));
        body.resume(); // what is left of it is discarded
      }
    };
    const onEnd = () => end(resolve);
    const onError = (cause: unknown) => end(() => reject(brokenOff(cause)));
    const onClose = () => end(() => reject(brokenOff(undefined)));
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** The caller disconnected before its whole body had arrived, so that it hardly ever reads this. */
export function brokenOff(cause: unknown): ApiError {
  return new ApiError('malformed_json', 'The body broke off.', { cause });
}

/** Bytes that bodies under way may hold, together and of one caller. */
interface BodyPool {
  /** Opens an account for the body of one request. */
  open(caller: string): HeldBytes;
  /** Bytes that are held. */
  held(): number;
}

/** The bytes of one body. */
interface HeldBytes {
  /** Takes so many more. Throws an `ApiError` of code `rate_limited` or `overloaded` where there are not so many left. */
  take(bytes: number): void;
  /** Gives all of them back; further calls have no effect. */
  release(): void;
}

/** How much there is, in bytes. */
interface BodyPoolOptions {
  /** For all callers. */
  total: number;
  /** For each. */
  perCaller: number;
}

/** Makes a pool from which nothing is taken. */
export function createBodyPool({ total, perCaller }: BodyPoolOptions): BodyPool {
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
          if (held + bytes > total) throw new ApiError('overloaded', 'Too many bytes of requests are on their way.');
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
  const detail = `The requests of the key that are on their way hold ${Math.floor(bytes / 1e6)} MB, as much as they may.`;
  return new ApiError('rate_limited', detail, { retryAfter: 1 });
}
