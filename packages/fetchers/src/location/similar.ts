/**
 * How many letters must be inserted, left out, replaced or swapped with the next one to make one text of the other; `limit + 1` when
 * it is more than the limit.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const costs = [previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (isSame ? 0 : 1)];
      if (isSwap) costs.push(before[column - 2]! + 1);
      current.push(Math.min(...costs));
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return Math.min(previous[b.length]!, limit + 1);
}
