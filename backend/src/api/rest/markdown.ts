import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** The name by which links find a heading: as where repositories are read. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** What a piece of HTML says. */
const wordsOf = (html: string): string => html.replaceAll(/<[^>]+>|&\w+;/g, '');

/** The pages of docs/ as HTML. Headings can be linked to, and what is wider than the page scrolls, also by keys. */
export const htmlOf = (markdown: string): string =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(
      /<(h[1-6])>(.*?)<\/\1>/g,
      (_, tag: string, title: string) => `<${tag} id="${anchorOf(wordsOf(title))}">${title}</${tag}>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>');
