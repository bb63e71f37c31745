// The service that is measured, with an engine that answers from memory with pages of one size.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePage } from '@svc/fixtures';
import { readConfig, startService } from '@svc/server';

const [bytes, engineDelay] = process.argv.slice(2).map(Number);
/** Share of a page that is neither script nor style: of real pages of alpha a fifth. */
const markup = 0.2;

const { body } = makePage({ operation: 'alpha.search', seed: 'load 0', query: 'harbour ferry timetable' });
const box =
  '<div class="Ab" data-ved="2ah" jsaction="click:h"><span><svg viewBox="0 0 24 24"><path d="M2 3"></path></svg> item</span></div>';
const boxes = box.repeat(Math.max(0, bytes * markup - body.length) / box.length);
const line = '(function(a,b){return a<b&&c("<d>")?e[0]:f})();';
const scripts = `<script>${line.repeat(Math.max(0, bytes - body.length - boxes.length) / line.length)}</script>`;
const page = Buffer.from(body.replace('</body>', () => `<div hidden>${boxes}</div>${scripts}</body>`));

const adapter = async ({ url }) => {
  await sleep(engineDelay);
  return { url, status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: page };
};
const { address } = await startService(readConfig(process.env), { adapter });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { active } = performance.eventLoopUtilization();
  process.send({ cpu: (user + system) / 1000, active, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(1));
process.send({ address, bytes: page.length });
