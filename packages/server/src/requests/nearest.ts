/** The known name that is most like a given one, by edit distance; undefined when nothing is known. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** Number of letters to insert, drop or change to get from one word to the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const changed = row[j]! + Number(letter !== b[j]);
      next.push(Math.min(changed, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
