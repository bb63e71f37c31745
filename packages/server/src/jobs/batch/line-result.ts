import type { ApiError } from '../../errors/api-error.js';
import { type ErrorCode, errorKinds } from '../../errors/kinds.js';
import { problemOf } from '../../errors/problem.js';

/** The answer to a line of a batch. */
export interface LineResult {
  /** Number of its line in the body, from 1. */
  readonly number: number;
  readonly status: number;
  /** The code of an error. */
  readonly code?: ErrorCode;
  /** The line to send, including its newline. */
  readonly bytes: Buffer;
}

/** Identifies a line of a batch. */
export interface LineName {
  number: number;
  id: string | undefined;
  /** Id of the request or job that contains the line. */
  batch: string;
}

/** The result of a successful search. @param body the bytes that the endpoint would send */
export function foundResult(name: LineName, headers: Readonly<Record<string, string>>, body: Uint8Array): LineResult {
  return resultOf(name, 200, [Buffer.from(`"headers":${JSON.stringify(headers)},"body":`), body]);
}

/** The result of a failed line. @param path the path of its endpoint, or of the batch when the line names none */
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
