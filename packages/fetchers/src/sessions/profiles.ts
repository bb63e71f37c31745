import type { HeaderProfile, Operation } from '../types.js';

const chromeVersion = '147';
const firefoxVersion = '149';

const data: Readonly<Record<string, string>> = {
  accept: '*/*',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
};

/** The profiles that sessions are given in turn. */
export const profiles: readonly HeaderProfile[] = [
  chrome('chrome-windows', 'Windows NT 10.0; Win64; x64', 'Windows'),
  firefox('firefox-windows', `Windows NT 10.0; Win64; x64; rv:${firefoxVersion}.0`),
  chrome('chrome-mac', 'Macintosh; Intel Mac OS X 10_15_7', 'macOS'),
  firefox('firefox-linux', `X11; Linux x86_64; rv:${firefoxVersion}.0`),
];

/** The headers of a profile that fit an operation. */
export function profileHeaders(profile: HeaderProfile, operation: Operation): Readonly<Record<string, string>> {
  return operation === 'alpha.autocomplete' ? profile.data : profile.navigation;
}

function chrome(name: string, system: string, platform: string): HeaderProfile {
  const identity = {
    'sec-ch-ua': `"Chromium";v="${chromeVersion}", "Google Chrome";v="${chromeVersion}", "Not.A/Brand";v="8"`,
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': `"${platform}"`,
    'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromeVersion}.0.0.0 Safari/537.36`,
  };
  const accept =
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';
  return { name, navigation: { ...identity, ...navigation(accept) }, data: { ...identity, ...data } };
}

function firefox(name: string, system: string): HeaderProfile {
  const identity = { 'user-agent': `Mozilla/5.0 (${system}) Gecko/20100101 Firefox/${firefoxVersion}.0` };
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  return { name, navigation: { ...identity, ...navigation(accept) }, data: { ...identity, ...data } };
}

function navigation(accept: string): Record<string, string> {
  return {
    accept,
    'upgrade-insecure-requests': '1',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
  };
}
