// Starts a service, waits until it says where it listens, and stops it: a reader would leave it running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const child = spawn(process.execPath, process.argv.slice(2), { env: { ...process.env, SVC_PORT: '0' } });
const said = [];
const listen = (stream, copy) =>
  stream.on('data', (data) => {
    copy.write(data);
    said.push(`${data}`);
    if (/http:\/\/[\w.[\]:-]+:\d+/.test(said.join(''))) child.kill('SIGTERM');
  });
listen(child.stdout, process.stdout);
listen(child.stderr, process.stderr);

const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
