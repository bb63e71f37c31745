import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** How an answer may be compressed, the preferred one first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** Least number of bytes worth compressing: below, an answer fits into one packet anyway. */
const leastBytes = 1_400;

const compressors: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  // Between the levels of gzip in time, and a tenth smaller; the usual level of 11 takes 50 times as long.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Compresses bytes, off the event loop. */
export function compress(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](bytes);
}

/** How an answer of so many bytes is to be compressed for a caller; undefined for not at all. */
export function encodingFor(accepted: string | string[] | undefined, bytes: number): Encoding | undefined {
  if (bytes < leastBytes || typeof accepted !== 'string') return undefined;
  return negotiate<Encoding>(accepted.toLowerCase(), [...encodings]) ?? undefined;
}

/** Says how the bytes that are sent are compressed; caches on the way must know that others may get other bytes. */
export function setEncoding(reply: FastifyReply, encoding: Encoding | undefined): void {
  const { vary } = reply.getHeaders();
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
}

/** Compresses texts for those who accept it. What is sent as bytes is as it shall be. */
export function compressTexts(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const bytes = Buffer.from(payload);
    const encoding = encodingFor(request.headers['accept-encoding'], bytes.length);
    setEncoding(reply, encoding);
    return encoding === undefined ? payload : compress(bytes, encoding);
  });
}
