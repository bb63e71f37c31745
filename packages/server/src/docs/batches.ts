import { z } from 'zod';
import { lineFields } from '../batch/batch-line.js';
import { batchBytes, batchLines, batchPath } from '../batch/limits.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { ndjsonType } from '../http/ndjson-body.js';

type Json = Record<string, unknown>;

/** What the operations on batches have in common with the others. */
export interface SharedParts {
  /** The parameter `include`. */
  include: Json;
  /** The answers to what is wrong. */
  problems: Json;
}

/** A line that answers a line. */
const lineAnswer = z.strictObject({
  line: z.int().min(1).describe('Place of the line in the body, from 1.'),
  status: z.int().describe('The status with which the endpoint would have answered.'),
  id: z.string().nullable().describe('The `id` of the line; null where it has none of its own.'),
  headers: z.record(z.string(), z.string()).describe('Headers that the endpoint would have sent for it.'),
  body: z.looseObject({}).describe('The body that the endpoint would have sent: a result page or a problem.'),
});

/** The paths of batches. */
export function describeBatches(endpoints: readonly Endpoint[], { include, problems }: SharedParts): Json {
  return {
    [batchPath]: {
      post: {
        operationId: 'batch',
        summary: 'Many searches over one connection, each answered as it ends',
        description: `Lines of JSON, at most ${batchLines} of them and ${batchBytes / 2 ** 20} MiB; a line is answered by a line, in the order in which searches end. It may begin with blanks.`,
        parameters: [include],
        requestBody: linesBody(endpoints),
        responses: { 200: linesAnswer('A line for each line.'), ...problems },
      },
    },
  };
}

/** A body of lines, each a search. */
function linesBody(endpoints: readonly Endpoint[]): Json {
  const { $schema: _, ...line } = z.toJSONSchema(lineFields);
  const { properties = {} } = line;
  const operation = { type: 'string', enum: endpoints.map(({ name }) => name), description: 'What to search.' };
  const own = {
    type: ['string', 'array', 'null'],
    description: 'Extras for this line, in place of those of the request.',
  };
  const described = {
    ...line,
    description: 'One line: a search, with the parameters of its operation beside these.',
    properties: { ...properties, operation, include: own },
  };
  return { required: true, content: { [ndjsonType]: { schema: described } } };
}

/** An answer of lines, each the answer to one of a body. */
function linesAnswer(description: string): Json {
  const { $schema: _, ...line } = z.toJSONSchema(lineAnswer);
  return { description, content: { [ndjsonType]: { schema: line } } };
}
