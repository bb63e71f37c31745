/**
 * The address taken apart, relative to `base`; undefined for a text that is none. Not by `URL.canParse`: once compiled,
 * that of Node 20 refuses hosts with letters of Latin-1, such as `bücher.example`.
 */
export function parsedAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
