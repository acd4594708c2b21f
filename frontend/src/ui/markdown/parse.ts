import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/**
 * GitHub's Markdown without HTML, which stays text, and without footnotes, which would add headings and anchors. A
 * single '~' does not strike through, because people write '~5' for 'about five'.
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

/**
 * The maximum length between two empty lines. The time for marks within a paragraph grows faster than its length, the
 * time for paragraphs does not.
 */
const PARAGRAPH_MAX = 20_000;
const EMPTY_LINE = /\n[ \t\r]*\n/u;
/** The parser takes seconds for a thousand nested quotes and lists on one line; people need three. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){25}/mu;

/** Returns the tree of a text; null if parsing could take long, so that it is shown as typed. */
export const parse = (text: string): Root | null =>
  NESTED.test(text) || text.split(EMPTY_LINE).some(({ length }) => length > PARAGRAPH_MAX)
    ? null
    : fromMarkdown(text, { extensions: SYNTAX, mdastExtensions: TREE });
