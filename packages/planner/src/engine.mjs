// An engine and the proxy for it in a separate process, using TLS and compressed pages of one size.
//
//   node engine.mjs <page bytes> <response time in ms> <key> <certificate> [folder of captured pages]
import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compressPage, makePages } from './pages.mjs';

const [bytes, delay, key, cert, folder] = process.argv.slice(2);
const pages = folder === undefined ? makePages(Number(bytes)) : nearest(folder, Number(bytes));
const sent = pages.map(compressPage);
let [requests, handshakes] = [0, 0];

const engine = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, async (request, response) => {
  const page = sent[requests % sent.length];
  requests += 1;
  const encoding = /\bbr\b/.test(request.headers['accept-encoding']) ? 'br' : 'gzip';
  const body = page[encoding];
  await sleep(Number(delay));
  response.writeHead(200, {
    ...{ 'content-type': 'text/html; charset=UTF-8', 'content-encoding': encoding, 'content-length': body.length },
    'cache-control': 'private, max-age=0',
  });
  response.end(body);
});
engine.keepAliveTimeout = 60_000;
engine.on('secureConnection', () => {
  handshakes += 1;
});

/** Bytes through the proxy, as counted by proxy providers. */
const open = new Set();
const ended = { down: 0, up: 0 };
const proxy = createProxy().on('connect', (_, socket) => {
  open.add(socket);
  socket.on('error', () => undefined); // the client has disconnected
  socket.once('close', () => {
    open.delete(socket);
    ended.down += socket.bytesWritten;
    ended.up += socket.bytesRead;
  });
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  engine.emit('connection', socket);
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const [down, up] = ['bytesWritten', 'bytesRead'].map((name) => [...open].reduce((sum, one) => sum + one[name], 0));
  process.send({ cpu: (user + system) / 1000, down: ended.down + down, up: ended.up + up, requests, handshakes });
});
process.on('disconnect', () => process.exit(1));
proxy.listen(0, '127.0.0.1', () => {
  const mean = pages.reduce((sum, { length }) => sum + length, 0) / pages.length;
  process.send({ port: proxy.address().port, bytes: Math.round(mean) });
});

/** The eight captured pages closest to a size. */
function nearest(from, size) {
  const all = readdirSync(from)
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(from, name)));
  const apart = ({ length }) => Math.abs(Math.log(length / size));
  return all.sort((one, other) => apart(one) - apart(other)).slice(0, 8);
}
