// Sends what a program asks of a fixed host over TLS to this service instead: `node --import ./redirect-https.mjs program`, with
// the address in SVC_TEST_REDIRECT. It does what a hosts file and a proxy with a certificate of one's own do for its users.
import http from 'node:http';
import https from 'node:https';

const { hostname, port, pathname } = new URL(process.env.SVC_TEST_REDIRECT);

https.request = ({ path, agent: _, agents: __, protocol: ___, host: ____, ...options }, callback) =>
  http.request({ ...options, hostname, port, path: `${pathname}${path}` }, callback);
