import type { Endpoint } from '../operations/endpoint.js';
import { endpoints, findSimilarOperations } from '../operations/index.js';
import { UsageError } from './command.js';

/** Names of the operations, for help. */
export const endpointNames: readonly string[] = endpoints.map(({ name }) => name);

/** The endpoint of an operation. Throws a `UsageError` that lists the operations. */
export function endpointNamed(name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (found !== undefined) return found;
  const [meant] = findSimilarOperations(name, endpointNames);
  const advice = meant === undefined ? `the operations are ${endpointNames.join(', ')}` : `did you mean ${meant}?`;
  throw new UsageError(`svc: no operation "${name}"; ${advice}`);
}
