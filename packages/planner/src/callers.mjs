import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { query } from './pages.mjs';

/** Makes callers, who search again once they are answered, and take answers as browsers do: compressed. */
export function createCallers() {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set();
  let number = 0;

  /** Searches for what nobody else does; the milliseconds that it took. */
  function search(address, key) {
    number += 1;
    return send(`${address}/api/v1/alpha/search`, { key, filter: `plan:${number}`, agent, sockets });
  }

  return {
    /** Has so many callers search at services, each with the next of the keys, for so many seconds and at least so many times. */
    async searchFor({ addresses, keys, callers, seconds, least = 0 }) {
      const end = performance.now() + seconds * 1000;
      const times = [];
      const caller = async (_, index) => {
        while (performance.now() < end || times.length < least)
          times.push(await search(addresses[index % addresses.length], keys[number % keys.length]));
      };
      await Promise.all(Array.from({ length: callers }, caller));
      return times;
    },
    /** Has every key search once. */
    async searchWithEach({ addresses, keys, callers }) {
      let next = 0;
      const caller = async (_, index) => {
        while (next < keys.length) {
          const key = keys[next];
          next += 1; // before the wait: the others take from it meanwhile
          await search(addresses[index % addresses.length], key);
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
    },
    /** Bytes that came as answers so far, and that were sent. */
    bytes() {
      const sum = (name) => [...sockets].reduce((total, socket) => total + socket[name], 0);
      return { answers: sum('bytesRead'), asked: sum('bytesWritten') };
    },
    close: () => agent.destroy(),
  };
}

function send(url, { key, filter, agent, sockets }) {
  const began = performance.now();
  const body = JSON.stringify({ query, tbs: filter });
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    ...{ 'x-api-key': key, 'accept-encoding': 'gzip, deflate, br' },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`A search was answered with ${response.statusCode}`)),
      );
    });
    sent.once('socket', (socket) => sockets.add(socket));
    sent.once('error', reject);
    sent.end(body);
  });
}
