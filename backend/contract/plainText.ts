/** Marks at the start of a line (quotes, headings, list items, tasks) and lines that contain only marks. */
const FENCE = /^[ \t]*(?:`{3,}[^`\n]*|~{3,}.*)$/gmu;
const RULE = /^[ \t]*(?:[-*_=][ \t]*){3,}$|^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*(?::?-{3,}:?)?[ \t]*$/gmu;
const START = /^(?:[ \t]*>)*[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)?/gmu;
/** Marks directly around words. A single '*', '_' or '~' is an ordinary character. A link's words can escape brackets. */
const LINK = /!?\[((?:\\.|[^[\]\\\n])*)\]\((?:[^()\s]|\([^()\s]*\))+(?: +"[^"\n]*")?\)/gu;
const STRONG = /(\*\*|__|~~)(?=\S)((?:(?!\1)[^\n])*(?:(?!\1)\S))\1/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_\\])([*_])(?![\s*_])([^*_\n]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu;
const CODE = /(?<!`)`([^`\n]+)`(?!`)/gu;

/** Removes Markdown marks for previews. Removes only unambiguous marks, and leaves a text without marks unchanged. */
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
