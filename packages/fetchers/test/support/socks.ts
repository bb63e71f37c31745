import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const version = 5;
const noAuthentication = Buffer.of(version, 0);
const byPassword = Buffer.of(version, 2);
const accepted = Buffer.of(1, 0);
const refused = Buffer.of(1, 1);
const granted = Buffer.of(version, 0, 0, 1, 0, 0, 0, 0, 0, 0);

/** Credentials for a proxy. */
interface Credentials {
  user: string;
  password: string;
}

/**
 * Starts a SOCKS 5 proxy for targets on the loopback interface; returns its address and the requested targets.
 *
 * @param allowed the credentials it requires. @default none
 */
export async function startSocksProxy(allowed?: Credentials): Promise<{ url: string; targets: string[] }> {
  const targets: string[] = [];
  const server = createServer((client) => void serve(client, targets, allowed));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, targets };
}

async function serve(client: Socket, targets: string[], allowed: Credentials | undefined): Promise<void> {
  client.on('error', () => client.destroy());
  await once(client, 'data');
  client.write(allowed ? byPassword : noAuthentication);
  if (allowed) {
    const [login] = (await once(client, 'data')) as [Buffer];
    if (!login.equals(loginOf(allowed))) return void client.end(refused);
    client.write(accepted);
  }
  const [request] = (await once(client, 'data')) as [Buffer];
  const { host, port } = targetOf(request);
  if (host !== '127.0.0.1') return void client.destroy(); // no test has another target
  targets.push(`${host}:${port}`);
  const upstream = connect(port, host, () => {
    client.write(granted);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
}

/** The target of a request, as four bytes or, from browsers, as a string. */
function targetOf(request: Buffer): { host: string; port: number } {
  const isText = request[3] === 3;
  const length = isText ? request[4]! : 4;
  const start = isText ? 5 : 4;
  const bytes = request.subarray(start, start + length);
  return { host: isText ? bytes.toString() : bytes.join('.'), port: request.readUInt16BE(start + length) };
}

/** RFC 1929: the version, then user name and password with their lengths. */
function loginOf({ user, password }: Credentials): Buffer {
  const parts = [user, password].flatMap((part) => [Buffer.of(part.length), Buffer.from(part)]);
  return Buffer.concat([Buffer.of(1), ...parts]);
}
