import { parse as parseByStandard, Tokenizer } from 'parse5';
import { LeanTreeAdapter, type LeanTypeMap, type NotedNodes } from './adapter.js';
import { ElementBudget } from './budget.js';
import { FastParser } from './fast-parser.js';
import { type Element, isElement, type Node } from './tree.js';

/** A parsed page. */
export interface ParsedHtml {
  readonly document: Element;
  /** Whether the source goes on to the end of its document. */
  readonly isWhole: boolean;
  /** The texts of the page's own style sheets. */
  readonly styleSheets: readonly string[];
  /** What was noted while the tree was built. */
  readonly noted: NotedNodes;
}

/**
 * The lean tree of a page: the tree that the HTML standard prescribes, without the elements that `adapter.ts` prunes,
 * comments and doctype. Time and memory are linear in the length of the page, whatever it contains. Throws an
 * `OversizeError` for a page beyond the budget of `budget.ts`.
 *
 * The fast tokenizer relies on parse5's internals, so it is only used after it has parsed a page of hard cases exactly
 * as parse5 does. With a version of parse5 that works differently, every page is parsed by parse5's own `parse`. That
 * does not tell how a document ends, so its last end tags decide.
 */
export function parseTree(source: string): ParsedHtml {
  isFast ??= hasInnerWorkings() && readsHardCases();
  return isFast ? parseFast(source) : { ...parsePlain(source), isWhole: lastEndTags.test(source.slice(-1_000)) };
}

let isFast: boolean | undefined;

const lastEndTags = /<\/(?:body|html)\s*>/i;

function parseFast(source: string): ParsedHtml {
  const parser = new FastParser(source);
  parser.tokenizer.write(source, true);
  return {
    document: parser.document as Element,
    isWhole: parser.isWhole ?? false,
    styleSheets: parser.styleSheets,
    noted: parser.adapter,
  };
}

function parsePlain(source: string): Omit<ParsedHtml, 'isWhole'> {
  const treeAdapter = new LeanTreeAdapter(new ElementBudget(source.length));
  return {
    document: parseByStandard<LeanTypeMap>(source, { treeAdapter }),
    styleSheets: styleSheetsIn(source),
    noted: treeAdapter,
  };
}

/** For parse5's own `parse`, which does not collect them. */
function styleSheetsIn(source: string): string[] {
  return Array.from(source.matchAll(/<style[^<>]*>([^<]*)/gi), ([, text = '']) => text);
}

function hasInnerWorkings(): boolean {
  const methods = ['_runParsingLoop', '_callState', '_consume', '_emitCurrentCharacterToken', '_stateScriptData'];
  return methods.every((name) => typeof Reflect.get(Tokenizer.prototype, name) === 'function');
}

function readsHardCases(): boolean {
  try {
    return isSameTree(parseFast(hardCases).document, parsePlain(hardCases).document);
  } catch {
    return false; // if another parse5 fails here, its own `parse` is used
  }
}

const hardCases = `<!doctype html><!-- a -- b --><title>a&amp;b</title><script><!--<script>"</script>"--></script><style>a<b</style>
<body class='x' CLASS=y data-a="1&lt;&quot;&#39;&notit;" hidden><p id=a>a &amp; b&copy c<b>d<p>e</b>f<table> g<tr><td>h<a>i<a>j</table>
<svg viewBox="0"><path d=""/><title>k</title></svg><template><i>l</template><u><template shadowrootmode=open><b>l</template></u><textarea>\n\nm</textarea><br/><pre>\nn</pre>
<![CDATA[o]]><a href=?p&q=r>s</a\t><noscript><img></noscript><!-->t<!--->u</u v=w><x-y z='\0' é=1>\0</x-y>
<div\r\nlang="v\r\rw&hellip;&amp=">\r\nx&hellip;\r&amp y</div><noscript>\r<b>&amp;</noscript><style></styl</style ><h2>1<h3>2</h3><li>3<li>4<b i><p>5</b></p>`;

function isSameTree(one: Node, other: Node): boolean {
  if (!isElement(one)) return !isElement(other) && one.data === other.data;
  if (!isElement(other) || one.name !== other.name || one.children.length !== other.children.length) return false;
  if (JSON.stringify(one.attributes) !== JSON.stringify(other.attributes)) return false;
  return one.children.every((child, i) => isSameTree(child, other.children[i]!));
}
