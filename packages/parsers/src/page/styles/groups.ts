/** A group of rules under a condition, such as `@media`: the places of its braces. */
export interface Group {
  readonly open: number;
  readonly close: number;
  /** On which screens the condition is true. */
  readonly holds: 'always' | 'sometimes' | 'never';
}

/** The outermost groups of a style sheet, in order. */
export function groupsIn(css: string): Group[] {
  const groups: Group[] = [];
  for (let at = css.indexOf('@'); at !== -1; ) {
    const head = groupHead.exec(css.slice(at, at + maxHeadLength))?.[0];
    if (head === undefined) at = css.indexOf('@', at + 1);
    else {
      const open = at + head.length - 1;
      const close = closingBrace(css, open);
      groups.push({ open, close, holds: screensOf(head) });
      at = css.indexOf('@', close);
    }
  }
  return groups;
}

const maxHeadLength = 1000;
const groupHead = /^@(?:media|supports|layer|container|scope|starting-style|(?:-webkit-)?keyframes)\b[^{};]{0,900}\{/;
const general = /^@(?:media\s{1,3}(?:only\s{1,3})?(?:screen|all)|layer[^{]{0,100})\s{0,3}\{$/;

function screensOf(head: string): Group['holds'] {
  if (general.test(head)) return 'always';
  return never.test(head) ? 'never' : 'sometimes';
}

const never = /^@(?:media\s{1,3}(?:only\s{1,3})?(?:print|speech)\b[^,]{0,900}$|(?:-webkit-)?keyframes)/;

function closingBrace(css: string, open: number): number {
  let depth = 1;
  for (let at = open + 1; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at;
  }
  return css.length;
}
