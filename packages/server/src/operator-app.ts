import type { FastifyInstance } from 'fastify';
import { addOperatorRoutes, type OperatorParts } from './api/operator-routes.js';
import type { AppParts } from './app.js';
import { answerFailures } from './http/answers.js';
import { createServer } from './http/server.js';
import { answerSpecialRequests } from './http/unparsed.js';

/** Makes the web server for operators alone, not yet listening: it answers probes until everything else has stopped. */
export function createOperatorApp(parts: OperatorParts & Pick<AppParts, 'config' | 'logTo'>): FastifyInstance {
  const app = createServer(parts.config, parts.logTo);
  answerFailures(app);
  answerSpecialRequests(app);
  addOperatorRoutes(app, parts);
  return app;
}
