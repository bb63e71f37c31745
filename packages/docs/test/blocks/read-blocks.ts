/** A fenced block of a document. */
export interface Block {
  /** Path of the document from the root of the repository. */
  document: string;
  /** Line of its first mark, from 1. */
  line: number;
  language: string;
  text: string;
  /** Why it cannot run here, from a comment before it: `<!-- not run: why -->`. */
  notRun?: string;
  /** The status that its request is answered with, where it shows an error: `<!-- answers: 502 -->`. */
  answers?: string;
  /** Whether the output of its commands is only an example: `<!-- output: example -->`. */
  isExample: boolean;
}

const fence = /^(?<indent> *)(?<marks>`{3,})(?<language>\w*)[^\n]*\n(?<text>.*?)^\k<indent>\k<marks>$/gms;
const comment = /<!-- (?<kind>not run|answers|output): (?<text>.+?) -->\s*$/;

/** The blocks of a document in Markdown, in its order. */
export function readBlocks(document: string, markdown: string): Block[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const before = markdown.slice(0, match.index);
    const { kind, text = '' } = comment.exec(before)?.groups ?? {};
    return {
      document,
      line: before.split('\n').length,
      language: match.groups?.language ?? '',
      text: match.groups?.text ?? '',
      isExample: kind === 'output',
      ...(kind === 'not run' && { notRun: text }),
      ...(kind === 'answers' && { answers: text }),
    };
  });
}
