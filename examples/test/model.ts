import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Message {
  role: string;
  content?: string;
  tool_calls?: unknown[];
}

/** A request to the model, one per turn. */
interface ModelRequest {
  messages: Message[];
  tools: { function: { name: string } }[];
}

/** Starts a model on the loopback address that searches twice, then answers with the last result of the tool. */
export async function startModel(): Promise<{ url: string; requests: ModelRequest[]; stop(): Promise<void> }> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ModelRequest;
    requests.push(body);
    const message = nextMessage(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const searches = [{ query: 'tides sim:captcha' }, { query: 'tides', engine: 'brave' }];

function nextMessage({ messages, tools }: ModelRequest): Message {
  const results = messages.filter(({ role }) => role === 'tool');
  const nextSearch = searches[results.length];
  if (nextSearch === undefined) return { role: 'assistant', content: `I read: ${results.at(-1)?.content}` };
  const call = { name: tools[0]?.function.name, arguments: JSON.stringify(nextSearch) };
  return { role: 'assistant', tool_calls: [{ id: `call-${results.length}`, type: 'function', function: call }] };
}
