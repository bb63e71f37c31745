import type { Endpoint } from '../endpoints/endpoint.js';
import { extraNames } from '../endpoints/extras.js';
import { escapeHtml, type HtmlPage, htmlPage } from './html.js';

/** Sends what the form says, with the key that the person typed, and shows the answer. */
const script = `
const form = document.querySelector('form');
const outcome = document.querySelector('#outcome');
const answer = document.querySelector('output');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { operation, key, body, include, send } = form.elements;
  const extras = [...include].filter((box) => box.checked).map((box) => box.value);
  const headers = { 'x-api-key': key.value, 'content-type': 'application/json' };
  const start = performance.now();
  send.disabled = true;
  try {
    const query = extras.length > 0 ? '?include=' + extras.join(',') : '';
    const response = await fetch(operation.value + query, { method: 'POST', headers, body: body.value });
    answer.textContent = JSON.stringify(await response.json(), null, 2);
    outcome.textContent = response.status + ', ' + Math.round(performance.now() - start) + ' ms';
  } catch (error) {
    answer.textContent = '';
    outcome.textContent = String(error);
  } finally {
    send.disabled = false;
  }
});
`;

/** A form to try every operation with. The page itself asks no engine: a person with a key does. */
export function playgroundPage(endpoints: readonly Endpoint[]): HtmlPage {
  const options = endpoints.map(
    ({ path, summary }) => `<option value="${escapeHtml(path.slice(1))}">${escapeHtml(summary)}</option>`,
  );
  const boxes = extraNames.map(
    (name) => `<label><input type="checkbox" name="include" value="${name}"> ${name}</label>`,
  );
  const body = `
<p>Every parameter and error: <a href="docs">API reference</a>.</p>
<form>
<label>Operation <select name="operation">${options.join('')}</select></label>
<label>Key <input name="key" type="password" autocomplete="off" required></label>
<label>Body <textarea name="body" rows="6">{ "query": "weather in lisbon" }</textarea></label>
<fieldset><legend>Extras</legend>${boxes.join('')}</fieldset>
<p><button name="send">Search</button> <span id="outcome" role="status"></span></p>
</form>
<output></output>`;
  return htmlPage({ title: 'svc', body, script });
}
