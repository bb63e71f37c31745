// The requests of serpbear (3.1.0) to SerpApi and Serper for a keyword, and how it finds the rank in the response. It
// is an application, not a package, so its requests are reproduced here.

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246';
const headers = {
  'Content-Type': 'application/json',
  'User-Agent': userAgent,
  Accept: 'application/json; charset=utf8;',
};

const scrapers = {
  serpapi: ({ keyword, country, device, place }, { origin, key }) => {
    const location = place ? `&location=${encodeURI(place)}` : '';
    const asked = `q=${encodeURI(keyword)}&num=100&gl=${country}&device=${device}${location}&api_key=${key}`;
    const url = `${origin}/compat/serpapi/search?${asked}`;
    return { url, headers: { ...headers, 'X-API-Key': key }, rows: 'organic_results' };
  },
  serper: ({ keyword, country, language }, { origin, key }) => {
    const asked = `q=${encodeURIComponent(keyword)}&gl=${country}&hl=${language}&num=100&apiKey=${key}`;
    return { url: `${origin}/compat/serper/search?${asked}`, headers, rows: 'organic' };
  },
};

const keywords = [
  ...['how do tides work', 'river ferry', 'espresso', 'new moon', 'best kettle', 'garden shed', 'rain radar'],
  ...['learn piano', 'train times', 'bread oven', 'solar panels', 'city museum', 'night sky', 'winter tyres'],
  ...['cheap flights', 'blue paint', 'old maps', 'bike lights', 'tea pot', 'paper boats'],
].map((keyword, index) => ({
  ...{ keyword, device: index % 3 === 0 ? 'mobile' : 'desktop' },
  ...[
    { country: 'US', language: 'en', place: 'Chicago,United States' },
    { country: 'DE', language: 'de' },
    { country: 'PT', language: 'pt', place: 'Lisbon,Portugal' },
  ][index % 3],
}));

/** Keywords whose rank differs from that of the service's own search, with each dialect. */
export async function wrongRanks(at) {
  const wrong = [];
  for (const [name, requestOf] of Object.entries(scrapers)) {
    for (const [index, wanted] of keywords.entries()) {
      const own = await ownRows(name, wanted, at);
      const { domain } = own[(index * 7) % own.length];
      const { url, headers, rows } = requestOf(wanted, at);
      const answer = await (await fetch(url, { headers })).json();
      const found = (answer[rows] ?? []).find(({ link }) => new URL(link).hostname === domain);
      const rank = own.find((row) => row.domain === domain).position;
      if (found?.position !== rank) wrong.push(`${name}: ${wanted.keyword} ${found?.position} instead of ${rank}`);
    }
  }
  return wrong;
}

/** Number of ranks requested. */
export const ranks = keywords.length * Object.keys(scrapers).length;

async function ownRows(name, { keyword, country, language, device, place }, { origin, key }) {
  const own = name === 'serper' ? { hl: language } : { device, ...(place && { location: place }) };
  const response = await fetch(`${origin}/api/v1/alpha/search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: keyword, num: 100, gl: country, ...own }),
  });
  return (await response.json()).organic_results;
}
