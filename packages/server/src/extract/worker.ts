import { type MainText, mainTextOf, type PageToExtract } from './main-text.js';

/** Reads the main text of a page on a thread of its own. */
export default function extractOnThread(page: PageToExtract): MainText {
  return mainTextOf(page);
}
