/** A fenced code block of a document. */
export interface Block {
  /** Path of the document, relative to the root of the repository. */
  document: string;
  /** Line of its opening fence, from 1. */
  line: number;
  language: string;
  text: string;
  /** Why it cannot run here, from a preceding comment `<!-- not run: why -->`. */
  notRun?: string;
  /** The expected status of its request, if the block shows an error: `<!-- answers: 502 -->`. */
  answers?: string;
  /** Whether the shown output is only an example: `<!-- output: example -->`. */
  isExample: boolean;
}

const fence = /^(?<indent> *)(?<marks>`{3,})(?<language>\w*)[^\n]*\n(?<text>.*?)^\k<indent>\k<marks>$/gms;
const comment = /<!-- (?<kind>not run|answers|output): (?<text>.+?) -->\s*$/;

/** The code blocks of a Markdown document, in order. */
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
