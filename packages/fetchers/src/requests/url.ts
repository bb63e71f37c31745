/** The address with those parameters that are given, in their order. */
export function buildUrl(address: string, params: Readonly<Record<string, string | number | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}
