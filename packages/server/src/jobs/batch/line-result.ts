import type { ApiError } from '../../errors/api-error.js';
import { type ErrorCode, errorKinds } from '../../errors/kinds.js';
import { problemOf } from '../../errors/problem.js';

/** The answer to a line of a batch. */
export interface LineResult {
  /** Place of its line in the body, from 1. */
  readonly number: number;
  readonly status: number;
  /** The code of an error. */
  readonly code?: ErrorCode;
  /** The line to send, its end included. */
  readonly bytes: Buffer;
}

/** Which line of which batch is answered. */
export interface LineName {
  number: number;
  id: string | undefined;
  /** Id of the request or job that the line is in. */
  batch: string;
}

/** A search that was answered. @param body the bytes that the endpoint would send */
export function foundResult(name: LineName, headers: Readonly<Record<string, string>>, body: Uint8Array): LineResult {
  return resultOf(name, 200, [Buffer.from(`"headers":${JSON.stringify(headers)},"body":`), body]);
}

/** An error. @param path of the endpoint that would answer so; that of the batch where the line names none */
export function failedResult(name: LineName, path: string, error: ApiError): LineResult {
  const problem = problemOf(error, { id: `${name.batch}.${name.number}`, url: path });
  const facts = JSON.stringify({ headers: error.headers, body: problem });
  return { ...resultOf(name, errorKinds[error.code].status, [Buffer.from(facts.slice(1, -1))]), code: error.code };
}

function resultOf(
  { number, id = null }: Omit<LineName, 'id'> & { id?: string | null | undefined },
  status: number,
  rest: readonly Uint8Array[],
): LineResult {
  const head = Buffer.from(`{"line":${number},"status":${status},"id":${JSON.stringify(id)},`);
  return { number, status, bytes: Buffer.concat([head, ...rest, Buffer.from('}\n')]) };
}
