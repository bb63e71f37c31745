import { expect, it } from 'vitest';
import { type MutationName, mutations } from './support/mutations.js';

const page =
  '<html><head><script>s</script></head><body id="rso" class="a b"><!--c-->' +
  '<ul id="own" jsname="j" data-ved="v" style="top:0"><li><cite class="a" style="display:none" data-vid="k">t</cite></li></ul></body></html>';

const body = (name: MutationName): string => /<body.*<\/body>/.exec(mutations[name](page))?.[0] ?? '';

it.each<[MutationName, string]>([
  [
    'classes',
    '<body id="rso" class="x2p x2q"><!--c--><ul id="own" jsname="j" data-ved="v" style="top:0"><li><cite class="x2p" style="display:none" data-vid="k">t</cite></li></ul></body>',
  ],
  [
    'ids',
    '<body id="rso" class="a b"><!--c--><ul id="x2d8m" jsname="j" data-ved="v" style="top:0"><li><cite class="a" style="display:none" data-vid="k">t</cite></li></ul></body>',
  ],
  [
    'names',
    '<body id="rso" class="x2p x2q"><!--c--><ul id="x2d8m" jsname="j" data-ved="v" style="top:0"><li><cite class="x2p" style="display:none" data-vid="k">t</cite></li></ul></body>',
  ],
  [
    'hooks',
    '<body id="rso" class="a b"><!--c--><ul id="own" style="top:0"><li><cite class="a" style="display:none" data-vid="k">t</cite></li></ul></body>',
  ],
  [
    'wrap',
    '<body id="rso" class="a b"><!--c--><ul id="own" jsname="j" data-ved="v" style="top:0"><li><div><cite class="a" style="display:none" data-vid="k">t</cite></div></li></ul></body>',
  ],
  [
    'bare',
    '<body id="rso" class="a b"><ul id="own" jsname="j" data-ved="v"><li><cite class="a" style="display:none" data-vid="k">t</cite></li></ul></body>',
  ],
  [
    'everything',
    '<body id="rso" class="x2p x2q"><ul id="x2d8m"><li><div><cite class="x2p" style="display:none" data-vid="k">t</cite></div></li></ul></body>',
  ],
])('%s changes the page as expected', (name, changed) => {
  expect(body(name)).toBe(changed);
});

it('bare removes the scripts from the head', () => {
  expect(mutations.bare(page)).toContain('<head></head>');
});

it('names renames classes and ids in style sheets and scripts too', () => {
  const text = `<style>.a,#own,#rso,.z{top:.5px}</style><script>f('own',"a z",'\\x3cp class\\x3d\\x22a\\x22\\x3e')</script>`;
  expect(mutations.names(page.replace('<ul', `${text}<ul`))).toContain(
    `<style>.x2p,#x2d8m,#rso,.z{top:.5px}</style><script>f('x2d8m',"x2p z",'\\x3cp class\\x3d\\x22x2p\\x22\\x3e')</script>`,
  );
});
