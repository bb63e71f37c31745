import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { searchQuery } from './pages.mjs';

/** Creates callers that search again once they get a response, and accept compressed responses as browsers do. */
export function createCallers() {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set();
  let number = 0;

  /** Makes a unique search; returns its duration in milliseconds. */
  function search(address, key) {
    number += 1;
    return send(`${address}/api/v1/alpha/search`, { key, filter: `plan:${number}`, agent, sockets });
  }

  return {
    /** Lets callers search with the keys in turn, for a minimum time and a minimum number of searches. */
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
    /** Searches once with every key. */
    async searchWithEach({ addresses, keys, callers }) {
      let next = 0;
      const caller = async (_, index) => {
        while (next < keys.length) {
          const key = keys[next];
          next += 1; // before the await, as other callers take the next key meanwhile
          await search(addresses[index % addresses.length], key);
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
    },
    /** Bytes of responses received so far, and of requests sent. */
    bytes() {
      const sum = (name) => [...sockets].reduce((total, socket) => total + socket[name], 0);
      return { answers: sum('bytesRead'), requests: sum('bytesWritten') };
    },
    close: () => agent.destroy(),
  };
}

function send(url, { key, filter, agent, sockets }) {
  const began = performance.now();
  const body = JSON.stringify({ query: searchQuery, tbs: filter });
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    ...{ 'x-api-key': key, 'accept-encoding': 'gzip, deflate, br' },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.once('error', reject);
      if (response.statusCode !== 200) {
        text(response).then((problem) => reject(new Error(`A search got ${response.statusCode}: ${problem}`)), reject);
        return;
      }
      response.resume();
      response.once('end', () => resolve(performance.now() - began));
    });
    sent.once('socket', (socket) => sockets.add(socket));
    sent.once('error', reject);
    sent.end(body);
  });
}
