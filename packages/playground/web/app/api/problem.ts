/** A fault of one field of a request. */
export interface Fault {
  field: string;
  code: string;
  message: string;
  suggestions?: string[];
}

/** An error of the service, RFC 9457. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id?: string;
  retryable?: boolean;
  errors?: Fault[];
  errors_omitted?: number;
}

/** Whether a body is an error of the service. */
export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  return ['title', 'detail', 'code'].every((name) => typeof Reflect.get(body, name) === 'string');
}
