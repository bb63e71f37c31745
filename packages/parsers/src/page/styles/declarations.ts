/** Declarations as patterns can test them: in lower case, each between semicolons, without white space around punctuation. */
export type StyleDeclarations = string & { readonly _: unique symbol };

/** Reads declarations; undefined if they cannot hide an element or change its lines. */
export function readDisplayDeclarations(style: string): StyleDeclarations | undefined {
  if (!telling.test(style)) return undefined;
  const declared = `;${style};`;
  if (!loose.test(style)) return declared as StyleDeclarations;
  return declared.toLowerCase().replace(space, ' ').replace(besidePunctuation, '$1') as StyleDeclarations;
}

const telling =
  /display|visib|opacity|position|overflow|clip|transform|scale|margin-[lt]|font-size|color: ?transparent|[A-Z]/;
const loose = /[A-Z\s]/;
const space = /\s+/g;
const besidePunctuation = / ?([:;,()!]) ?/g;

/** `none` if any declaration of the display says so; `''` if there is none. */
export function displayOf(declared: StyleDeclarations): string {
  if (unshown.test(declared)) return 'none';
  return display.exec(declared)?.[1] ?? '';
}

const unshown = /;(?:display:none|content-visibility:hidden)/;
const display = /;display:([a-z-]+)/;

/** The displays of boxes that begin and end lines. */
export const blockDisplays: ReadonlySet<string> = new Set(
  'block flex grid table list-item flow-root -webkit-box'.split(' '),
);

/** Whether an element is invisible and takes no place, as if it were not displayed, until a person opens it. */
export function isCollapsed(declared: StyleDeclarations): boolean {
  if (!noOverflow.test(declared) || !noExtent.test(declared)) return false;
  return declared.includes(';visibility:hidden') || isTransparent(declared);
}

/** Whether an element is invisible in its place, without extent, or moved off the page. */
export function isInvisible(declared: StyleDeclarations): boolean {
  if (isTransparent(declared) || movedAway.test(declared) || clippedByPath.test(declared)) return true;
  return noOverflow.test(declared) && (noExtent.test(declared) || isPixel(declared));
}

/** Whether a box is a pixel in size. Extents are not for elements in a line. */
function isPixel(declared: StyleDeclarations): boolean {
  return boxed.test(declared) && thin.test(declared) && flat.test(declared);
}

const boxed = /;display:(?:inline-)?(?:block|flex|grid)/;

/** Whether an element is transparent. */
export function isTransparent(declared: StyleDeclarations): boolean {
  return transparent.test(declared);
}

const transparent = /;opacity:0(?:\.0+)?%?[!;]/;
const movedAway =
  /;(?:visibility:(?:hidden|collapse)|scale:0[!;]|transform:(?:scale\(0[,)]|translate(?:x|y|3d)?\(-(?:\d{4,}px|[2-9]\d\dv[wh]))|margin-(?:left|top):-\d{4,}px)/;
/** Clipped to nothing: from one side or all, to a circle without a radius, or to a polygon without an area. */
const clippedByPath =
  /;(?:-webkit-)?clip-path:(?:inset\((?:0 )?(?:50|100)%|circle\(0|polygon\(0(?:px)? 0(?:px)?,0(?:px)? 0(?:px)?,)/;
const noOverflow = /;overflow:(?:hidden|clip)/;
const noExtent = /;(?:max-)?(?:height|width):0(?:px|%|r?em)?[!;]/;

/** Whether text is out of sight, as for screen readers: clipped, a pixel in size, or far outside. */
export function isVisuallyHidden(declared: StyleDeclarations): boolean {
  if (!positioned.test(declared)) return false;
  if (isTransparent(declared) || clipped.test(declared) || clippedByPath.test(declared)) return true;
  return thin.test(declared) && flat.test(declared) && noOverflow.test(declared);
}

/** The same for declarations as written. */
export function isVisuallyHiddenStyle(style: string): boolean {
  const declared = readDisplayDeclarations(style);
  return declared !== undefined && isVisuallyHidden(declared);
}

const positioned = /;position:(?:absolute|fixed)/;
const clipped =
  /;(?:clip:rect\([01](?:px)?[ ,]{1,2}[01](?:px)?[ ,]|(?:left|top|right|inset[a-z-]*|translate):(?:calc\()?-(?:\d{4,}px|\d{3,}(?:em|rem|v[wh]))|transform:scale\(0\))/;
const thin = /;width:[01](?:px)?[!;]/;
const flat = /;height:[01](?:px)?[!;]/;

/** Whether text has no size or color, or begins far to the left of a box that clips it; elements inside may have a size of their own. */
export function hidesOwnText(declared: StyleDeclarations, holdsElement: boolean): boolean {
  if (!holdsElement && (noSize.test(declared) || isColorless(declared))) return true;
  return indentedAway.test(declared) && noOverflow.test(declared);
}

/** Text without a color of its own may be painted by its background. */
function isColorless(declared: StyleDeclarations): boolean {
  return colorless.test(declared) && !declared.includes('background-clip:text');
}

const colorless = /;color:transparent[!;]/;
const noSize = /;font-size:0(?:px|r?em|%)?[!;]/;
const indentedAway = /;text-indent:-(?:\d{3,}px|\d{2,}r?em|\d{3,}%)/;
