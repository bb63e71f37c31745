// Starts a service, waits until it says where it listens, and stops it: a reader would leave it running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const child = spawn(process.execPath, process.argv.slice(2), { env: { ...process.env, SVC_PORT: '0' } });
let said = '';
let isStopping = false;
const listen = (stream, copy) =>
  stream.on('data', (data) => {
    copy.write(data);
    said += data;
    // Once: a second signal ends it at once, with what it has in progress.
    if (isStopping || !/^svc listens on http:/m.test(said)) return;
    isStopping = true;
    child.kill('SIGTERM');
  });
listen(child.stdout, process.stdout);
listen(child.stderr, process.stderr);

const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
