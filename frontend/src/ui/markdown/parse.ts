import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/**
 * GitHub's Markdown without HTML, which stays text, and without footnotes, which want headings and addresses of their own.
 * One '~' is not struck through: people write '~5' for 'about five'.
 */
const SYNTAX = [
  gfm({ singleTilde: false }),
  {
    disable: {
      null: ['htmlFlow', 'htmlText', 'gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
    },
  },
];
const TREE = [gfmFromMarkdown()];

/** No longer text can be saved. */
const LENGTH_MAX = 20_000;
/** The parser takes seconds for a thousand nested quotes and lists on one line; people need three. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){25}/mu;

/** The tree of a text; null if the text is made to take long, and better shown as typed. */
export const parse = (text: string): Root | null =>
  text.length > LENGTH_MAX || NESTED.test(text)
    ? null
    : fromMarkdown(text, { extensions: SYNTAX, mdastExtensions: TREE });
