import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The words in the data of a source: candidates for names that the source looks for in pages. */
export interface SourceWords {
  /** Whether the word is in a string, is the name of a property, or matches a pattern for single words. */
  has(word: string): boolean;
}

/** Collects the words of all TypeScript files below a folder. */
export function sourceWordsIn(folder: string): SourceWords {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) === '.ts');
  return wordsOf(files.map((name) => readFileSync(join(folder, name), 'utf8')));
}

/** Collects the words of TypeScript sources. Comments and names of modules are ignored. */
export function wordsOf(sources: readonly string[]): SourceWords {
  const words = new Set<string>();
  const patterns = new Set<string>();
  for (const source of sources) {
    walk(parseSync('source.ts', source).program, (node) => {
      for (const text of textsOf(node)) for (const word of text.split(notInName)) words.add(word);
      if (node.regex && isWordPattern(node.regex.pattern)) patterns.add(node.regex.pattern);
    });
  }
  words.delete('');
  const whole = [...patterns].map((pattern) => new RegExp(`^(?:${pattern})$`, 'i'));
  return { has: (word) => words.has(word) || whole.some((pattern) => pattern.test(word)) };
}

const notInName = /[^\w:-]+/;

/** The properties of syntax tree nodes that are used here. */
interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly key?: SyntaxNode;
  readonly regex?: { readonly pattern: string };
}

function textsOf({ type, value, key }: SyntaxNode): string[] {
  if (type === 'Literal' && typeof value === 'string') return [value];
  if (type === 'TemplateElement') return [(value as { cooked: string | null }).cooked ?? ''];
  return type === 'Property' && key?.type === 'Identifier' ? [key.name ?? ''] : [];
}

/** Whether a pattern is a list of words. Repetitions and wildcards would match words that are not in the source. */
function isWordPattern(pattern: string): boolean {
  return !/[*+{.]|\\[^bs]|\[\^/.test(pattern);
}

function walk(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  if ('type' in node && typeof node.type === 'string') {
    if (node.type.startsWith('TS') || moduleNodes.has(node.type)) return;
    visit(node as SyntaxNode);
  }
  for (const child of Object.values(node)) walk(child, visit);
}

/** Nodes that contain only the name of another module. Exported declarations are visited. */
const moduleNodes = new Set(['ImportDeclaration', 'ExportAllDeclaration']);
