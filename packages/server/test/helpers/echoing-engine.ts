import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

/** How the engine fails, by the last word of the query. Each failure repeats all that the request contained. */
const failures: Readonly<Record<string, (echo: string, response: ServerResponse) => void>> = {
  blocked: (echo, response) => response.writeHead(429, { 'retry-after': '1', 'x-echo': echo }).end(`<p>${echo}</p>`),
  broken: (echo, response) => response.writeHead(500, echo, { server: echo }).end(`{"error":"${echo}"}`),
  elsewhere: (echo, response) => response.writeHead(302, { location: `http://${echo}@elsewhere.test/` }).end(),
  unknown: (echo, response) => response.setHeader('set-cookie', `echo=${echo}`).end(`<html><p>${echo}</p></html>`),
  cut: (echo, response) => {
    response.writeHead(200, { 'content-length': '9000' }).write(`<html>${echo}`);
    setTimeout(() => response.destroy(), 20);
  },
  garbled: (echo, response) => void response.socket?.end(`HTTP/9 ${echo}\r\n${echo}: ${echo}\r\n\r\n`),
  gone: (_, response) => response.destroy(),
};

export type EngineFailure = 'blocked' | 'broken' | 'elsewhere' | 'unknown' | 'cut' | 'garbled' | 'gone';

/**
 * An engine, gateway, unblocking service and receiver of webhooks that serves a page or fails in the way that the query names, and
 * repeats headers and addresses in its answers.
 *
 * @returns its port
 */
export async function startEchoingEngine(page: Uint8Array): Promise<number> {
  const server = createServer((request, response) => {
    const failure = Object.keys(failures).find((name) => decodeURIComponent(request.url ?? '').includes(name));
    if (failure === undefined) response.setHeader('content-type', 'text/html').end(page);
    else failures[failure]!(echoOf(request), response);
  });
  return portOf(server);
}

/** An HTTP proxy. It refuses with a status, and repeats the credentials, or else connects. */
export async function startEchoingProxy(refusal?: 402 | 407 | 502): Promise<number> {
  const server = createServer().on('connect', (request: IncomingMessage, socket: Duplex) => {
    const echo = echoOf(request);
    socket.on('error', () => socket.destroy());
    if (refusal !== undefined) {
      const head = `HTTP/1.1 ${refusal} ${echo}\r\nProxy-Authenticate: Basic realm="${echo}"\r\nX-Error: ${echo}`;
      return void socket.end(`${head}\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`);
    }
    const [host = '', port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  return portOf(server);
}

/** All that a request contains, credentials also decoded, in characters that a header may have. */
function echoOf({ url = '', headers }: IncomingMessage): string {
  const { authorization = '', 'proxy-authorization': proxy = '', ...others } = headers;
  const logins = [authorization, proxy].map((value) => Buffer.from(value.replace(/^Basic /, ''), 'base64').toString());
  const text = [url, decodeURIComponent(url), authorization, proxy, ...logins, ...Object.values(others)].join(' ');
  return text.replace(/[^!-~]/g, '.');
}

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
