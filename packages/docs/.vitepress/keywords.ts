/** Search terms for each guide that its text does not contain, by name of the guide. */
export const keywords: Readonly<Record<string, string>> = {
  'add-a-field': 'contribute new field parser extend include',
  'add-an-engine': 'contribute new engine operation extend duckduckgo',
  agents: 'agent agents llm mcp tool tools claude model context protocol rag langchain function calling ai',
  capacity: 'performance speed throughput how many searches per second machine size cpu memory load sizing',
  costs:
    'how much does it cost costs price budget proxies how many exits bandwidth traffic residential datacenter money gigabyte',
  deployment:
    'deploy docker kubernetes production tls systemd compose container image nginx hosting monitor metrics prometheus',
  embedding:
    'embed library use in node browser typescript javascript parser parse html client import npm install own program python',
  errors: 'error code codes status retry retryable problem json http 400 401 403 404 429 500 502 503 504',
  examples:
    'example examples sample code program programs crawlee crawler next.js nextjs react route cloudflare worker edge worker threads agent loop openai fifty lines',
  fixtures: 'test tests regression capture captures snapshot vitest scrub ci',
  inspector: 'inspect debug missing field wrong value saved page html diagnostics why',
  moving:
    'migrate migration move switch from serpapi serper searxng google-sr tavily alternative replacement compatible drop-in compat',
  configuration: 'settings environment variables env options svc_ configure config',
  batches: 'batch batches jobs job webhook many searches bulk queue ndjson asynchronous',
  metrics: 'traces opentelemetry grafana dashboard alerts drift',
  dialects: 'compat openwebui open webui langchain clients unchanged base url',
  'page-states':
    'engine blocks me banned refused troubleshooting captcha blocked ban banned consent cookie javascript wall empty results no results unrecognised truncated wrong page wrong query what now why problem',
  places: 'location city country uule geo language where from local region latitude longitude',
  'proxies-and-browser':
    'proxy list proxy server rotating proxy residential proxy http proxy socks proxy proxies exit ip address residential rotate rotation browser chromium headless javascript unblocker adapter',
  python: 'python requests urllib pip django flask jupyter notebook serpapi client pandas',
  'quick-start':
    'setup how to install npm start begin install first search run clone npm start getting started tutorial try simulator',
  'rank-tracking':
    'rank tracker ranks position serp tracking keywords seo monitor csv export compare domain history change',
  'several-machines': 'scale redis cluster load balancer horizontal workers processes kubernetes replicas',
};
