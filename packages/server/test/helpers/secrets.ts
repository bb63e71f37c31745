/** Every secret that an operator can configure. */
export const secrets = {
  apiKey: 'valid-key/of+the~caller',
  disabledKey: 'disabled-key/of+a~caller',
  compatKey: 'compat-key/of+dialects',
  wrongKey: 'wrong-key/of+somebody',
  proxyUser: 'proxy-user/7+é',
  proxyPassword: 'proxy:p@ss/wörd+1',
  sessionToken: 'session-parameter-Zq7',
  gatewayUser: 'gateway-user/8',
  gatewayPassword: 'gateway:p@ss/word+2',
  gatewayToken: 'gateway-token/42+x',
  unblockerKey: 'unblocker-key/42+y',
  unblockerToken: 'unblocker-query-token-9',
  redisPassword: 'redis:p@ss/word+3',
  tracesPassword: 'traces:p@ss/word+4',
  tracesToken: 'traces-token/43',
  webhookSecret: 'whsec_d2ViaG9va3N3ZWJob29rc3dlYmhvb2tzd2ViaG9va3M=',
  webhookToken: 'webhook-query-token/5',
} as const;

export type Secret = keyof typeof secrets;

/** A secret in plain text, percent-encoded, in base64 of every alignment, and in hexadecimal; in lower case. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1)
      .replace(/.?=*$/, ''),
  );
  const urlBase64 = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const percent = [encodeURIComponent(secret), new URLSearchParams([['a', secret]]).toString().slice(2)];
  const everyByte = [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
  const all = [secret, JSON.stringify(secret).slice(1, -1), ...percent, everyByte, ...base64, ...urlBase64];
  return [...new Set([...all, bytes.toString('hex')].map((text) => text.toLowerCase()))];
}

/** The secrets in a text, by name. */
export function secretsIn(text: string, hidden: readonly string[] = Object.keys(secrets)): string[] {
  const folded = text.toLowerCase();
  return hidden.filter((name) => spellingsOf(secrets[name as Secret]).some((spelling) => folded.includes(spelling)));
}
