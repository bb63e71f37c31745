import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { loadOptional } from '../optional.js';
import type { Transport } from './protocol.js';

/** The pipes of a browser started with `--remote-debugging-pipe`. Each message ends with a zero byte. */
export function pipeTransport(browser: ChildProcess): Transport {
  const [, , , toBrowser, fromBrowser] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  return {
    send: (message) => void (toBrowser.writable && toBrowser.write(`${message}\0`)),
    receive({ onMessage, onClose }) {
      let rest: Buffer[] = [];
      fromBrowser.on('data', (chunk: Buffer) => {
        let from = 0;
        for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
          onMessage(Buffer.concat([...rest, chunk.subarray(from, end)]).toString());
          rest = [];
          from = end + 1;
        }
        if (from < chunk.length) rest.push(chunk.subarray(from));
      });
      fromBrowser.once('close', onClose);
      // When the browser ends, it closes the pipes, which `close` reports.
      for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', () => pipe.destroy());
    },
    close() {
      toBrowser.end();
      fromBrowser.destroy();
    },
  };
}

/** The part of the WebSocket API used here, provided by the platform and by the package `ws`. */
interface Socket {
  send(message: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
}

/**
 * Connects to the DevTools protocol at a `ws:` address. Node.js has `WebSocket` since version 22; older versions require the package
 * `ws`. Rejects if the connection fails.
 */
export async function webSocketTransport(address: string): Promise<Transport> {
  const socket = await openSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', resolve);
    for (const type of ['error', 'close'] as const)
      socket.addEventListener(type, () => reject(new Error('The connection failed')));
  });
  return {
    send: (message) => socket.send(message),
    receive({ onMessage, onClose }) {
      socket.addEventListener('message', ({ data }) => onMessage(String(data)));
      socket.addEventListener('close', onClose);
    },
    close: () => socket.close(),
  };
}

async function openSocket(address: string): Promise<Socket> {
  const { WebSocket } = globalThis as { WebSocket?: new (address: string) => Socket };
  if (WebSocket !== undefined) return new WebSocket(address);
  const ws = await loadOptional('ws', 'A remote browser on Node 20', async () => await import('ws'));
  return new ws.WebSocket(address, { perMessageDeflate: false, maxPayload: 256 * 1024 * 1024 }) as unknown as Socket;
}
