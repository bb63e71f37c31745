export { FetchError, type FetchErrorCode, type FetchErrorOptions } from './errors.js';
export type { HeaderProfile } from './sessions/profiles.js';
export { type ProxyServer, readProxies } from './sessions/proxy.js';
export { createSession, type Session, type SessionCookies } from './sessions/session.js';
export type {
  Adapter,
  AdapterContext,
  Engine,
  Judge,
  Operation,
  PageRequest,
  RawPage,
  RetryAdvice,
  Unusable,
  Verdict,
} from './types.js';
