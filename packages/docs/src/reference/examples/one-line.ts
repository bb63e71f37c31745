/** JSON on one line, with the blanks that people write. */
export function oneLine(json: object): string {
  return JSON.stringify(json, null, 1).replace(/\n\s*/g, ' ');
}
