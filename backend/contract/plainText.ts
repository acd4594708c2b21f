/** Marks at the beginning of a line: of a quote, a heading, an item or a task; and lines that are nothing but marks. */
const FENCE = /^[ \t]*(?:`{3,}[^`\n]*|~{3,}.*)$/gmu;
const RULE = /^[ \t]*(?:[-*_=][ \t]*){3,}$|^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*(?::?-{3,}:?)?[ \t]*$/gmu;
const START = /^(?:[ \t]*>)*[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)?/gmu;
/** Marks around words, which stand close to these. A lone '*', '_' or '~' is a character like others. */
const LINK = /!?\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))+(?: +"[^"\n]*")?\)/gu;
const STRONG = /(\*\*|__|~~)(?=\S)((?:(?!\1)[^\n])*(?:(?!\1)\S))\1/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_\\])([*_])(?![\s*_])([^*_\n]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu;
const CODE = /(?<!`)`([^`\n]+)`(?!`)/gu;

/**
 * What a Markdown text says, without its marks, for where only its beginning is shown. It takes away what is clearly a mark,
 * and of a text without marks nothing.
 */
export const plainText = (markdown: string): string =>
  /[*_~`[#>+|=-]/u.test(markdown)
    ? markdown
        .replaceAll(FENCE, '')
        .replaceAll(RULE, '')
        .replaceAll(START, '')
        .replaceAll(LINK, '$1')
        .replaceAll(STRONG, '$2')
        .replaceAll(EMPHASIS, '$2')
        .replaceAll(CODE, '$1')
        .replaceAll(/\n{3,}/gu, '\n\n')
        .trim()
    : markdown;
