// Redirects a program's requests to a fixed host over TLS to this service: `node --import ./redirect-https.mjs
// program`, with the URL in SVC_TEST_REDIRECT. It replaces a hosts file and a proxy with its own certificate.
import http from 'node:http';
import https from 'node:https';

const { hostname, port, pathname } = new URL(process.env.SVC_TEST_REDIRECT);

https.request = ({ path, agent: _, agents: __, protocol: ___, host: ____, ...options }, callback) =>
  http.request({ ...options, hostname, port, path: `${pathname}${path}` }, callback);
