import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Returns the anchor of a heading, by the same rule as GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** Returns the text of a piece of HTML. */
const wordsOf = (html: string): string => html.replaceAll(/<[^>]+>|&\w+;/g, '');

/** Renders a page of docs/ as HTML. Headings have anchors; tables and code wider than the page scroll, also by keys. */
export const htmlOf = (markdown: string): string =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(
      /<(h[1-6])>(.*?)<\/\1>/g,
      (_, tag: string, title: string) => `<${tag} id="${anchorOf(wordsOf(title))}">${title}</${tag}>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>');
