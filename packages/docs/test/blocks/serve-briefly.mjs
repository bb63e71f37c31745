// Starts a service, waits until it listens, and stops it, as a reader would leave it running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const child = spawn(process.execPath, process.argv.slice(2), { env: { ...process.env, SVC_PORT: '0' } });
let output = '';
let isStopping = false;
const listen = (stream, copy) =>
  stream.on('data', (data) => {
    copy.write(data);
    output += data;
    // Send the signal once, as a second one would end the service without finishing its requests.
    if (isStopping || !/^svc listens on http:/m.test(output)) return;
    isStopping = true;
    child.kill('SIGTERM');
  });
listen(child.stdout, process.stdout);
listen(child.stderr, process.stderr);

const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
