import { describe, expect, it } from 'vitest';
import { browserVersions, headerProfiles, outdatedVersions } from '../src/identity/profiles.js';

const dayLength = 86_400_000;

describe('the versions that header profiles claim', () => {
  it('are those of browserVersions', () => {
    for (const { name, navigation } of headerProfiles) {
      const browser = name.startsWith('chrome') ? 'chrome' : 'firefox';
      const claimed = /(?:Chrome|Firefox)\/(\d+)/.exec(navigation['user-agent']!)?.[1];
      expect(Number(claimed), name).toBe(browserVersions[browser].version);
    }
  });

  it('are outdated after eight weeks and a day', () => {
    const { chrome, firefox } = browserVersions;
    const eightWeeks = Date.parse(chrome.released) + 56 * dayLength;
    expect(outdatedVersions(eightWeeks + dayLength - 1)).toEqual([]);
    expect(outdatedVersions(eightWeeks + dayLength)).toEqual([{ browser: 'chrome', ...chrome, ageDays: 57 }]);
    const later = Math.max(Date.parse(chrome.released), Date.parse(firefox.released)) + 57 * dayLength;
    expect(outdatedVersions(later).map(({ browser }) => browser)).toEqual(['chrome', 'firefox']);
  });
});
