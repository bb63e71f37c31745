const greaseMarks = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const greaseVersions = ['8', '99', '24'] as const;
/** Places of the made-up brand, Chromium and Chrome in the list, by version modulo 6. */
const brandOrders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** `sec-ch-ua` of a version of Chrome: a made-up brand and the order of the three follow from the version alone. */
export function brandsOf(version: number): string {
  const [first, second] = [greaseMarks[version % 11], greaseMarks[(version + 1) % 11]];
  const brands = [
    [`Not${first}A${second}Brand`, greaseVersions[version % 3]],
    ['Chromium', version],
    ['Google Chrome', version],
  ] as const;
  const placed: string[] = [];
  for (const [index, [brand, claimed]] of brands.entries()) {
    placed[brandOrders[version % 6]![index]!] = `"${brand}";v="${claimed}"`;
  }
  return placed.join(', ');
}
