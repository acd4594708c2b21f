/** Converts the wiki markup of Jira to Markdown, as far as people use it in descriptions and comments. */

/** Converts a line that is not code. */
function convertLine(line: string): string {
  const heading = /^h([1-6])\.\s+(.*)$/.exec(line);
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${convertInline(heading[2] ?? '')}`;
  const quote = /^bq\.\s+(.*)$/.exec(line);
  if (quote) return `> ${convertInline(quote[1] ?? '')}`;
  const item = /^([*#-]+)\s+(.*)$/.exec(line);
  if (item) {
    const marks = item[1] ?? '*';
    const mark = marks.endsWith('#') ? '1.' : '-';
    return `${'   '.repeat(marks.length - 1)}${mark} ${convertInline(item[2] ?? '')}`;
  }
  const header = /^\|\|(.*)\|\|\s*$/.exec(line);
  if (header) {
    const cells = (header[1] ?? '').split('||').map((cell) => convertInline(cell.trim()));
    return `| ${cells.join(' | ')} |\n|${' --- |'.repeat(cells.length)}`;
  }
  return convertInline(line);
}

const convertInline = (text: string): string =>
  text
    .replaceAll(/\{\{([^{}\n]+)\}\}/g, '`$1`')
    .replaceAll(/\{color(?::[^}]*)?\}/g, '')
    .replaceAll(/\[([^\]|\n]+)\|([^\]|\s]+)(?:\|[^\]]*)?\]/g, '[$1](<$2>)')
    .replaceAll(/\[(https?:[^\]\s]+)\]/g, '<$1>')
    .replaceAll(/\[~(?:accountid:)?([^\]\s]+)\]/g, '$1')
    .replaceAll(/!([^!\s|]+\.\w{2,5})(?:\|[^!]*)?!/g, '`$1`')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]*[^*\s])\*(?![\w*])/g, '**$1**')
    .replaceAll(/(?<![\w-])-(?=\S)([^-\n]*[^-\s])-(?![\w-])/g, '~~$1~~')
    .replaceAll(/(?<![\w+])\+(?=\S)([^+\n]*[^+\s])\+(?![\w+])/g, '$1');

/** `{code}`, `{code:java}` or `{noformat}`. */
const MARK = /(\{(?:code|noformat)(?::[^}\n]{0,200})?\})/;

/** A part of a text. `language` is null if it is not code. */
interface Part {
  language: string | null;
  text: string;
}

const firstLine = (text: string): string => /^[^\n]*/.exec(text)?.[0] ?? '';
const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);
const isBlank = (line: string): boolean => line.trim() === '';

/** Removes the rest of the line of a mark, if it is blank. */
const withoutBlankStart = (text: string): string =>
  isBlank(firstLine(text)) ? text.slice(firstLine(text).length + 1) : text;
const withoutBlankEnd = (text: string): string =>
  isBlank(lastLine(text)) ? text.slice(0, Math.max(0, text.lastIndexOf('\n'))) : text;

const languageOf = (mark: string): string => /^\{code:(?:[^}]*\|)?(?:language=)?([a-z+#]+)[|}]/i.exec(mark)?.[1] ?? '';

/**
 * Splits the blocks of code from a text. Their marks can be within a line. Code within one line becomes inline code.
 * A mark that is never closed begins a block only on a line of its own.
 */
function splitCode(text: string): Part[] {
  const pieces = text.split(MARK);
  const parts: Part[] = [];
  const neverClosed = new Set<string>();
  let before = pieces[0] ?? '';
  for (let at = 1; at < pieces.length;) {
    const mark = pieces[at] ?? '';
    const closing = mark.startsWith('{code') ? '{code}' : '{noformat}';
    const end = neverClosed.has(closing) ? -1 : pieces.indexOf(closing, at + 1);
    if (end < 0) neverClosed.add(closing);
    const next = pieces[at + 1] ?? '';
    const isAlone = isBlank(lastLine(before)) && isBlank(firstLine(next));
    if (end < 0 && !isAlone) {
      before += mark + next;
      at += 2;
      continue;
    }
    const body = pieces.slice(at + 1, end < 0 ? undefined : end).join('');
    const after = end < 0 ? '' : (pieces[end + 1] ?? '');
    at = end < 0 ? pieces.length : end + 2;
    if (!body.includes('\n')) {
      before += (isBlank(body) ? '' : `\`${body}\``) + after;
      continue;
    }
    parts.push({ language: null, text: withoutBlankEnd(before) });
    parts.push({ language: languageOf(mark), text: withoutBlankEnd(withoutBlankStart(body)) });
    before = withoutBlankStart(after);
  }
  return [...parts, { language: null, text: before }];
}

/** Converts a text. Leaves code and noformat blocks unchanged. */
export function wikiToMarkdown(text: string): string {
  const parts = splitCode(text.replaceAll('\r\n', '\n'));
  const shown = parts.filter((part) => part.language !== null || part.text !== '');
  return shown
    .flatMap(({ language, text: some }) =>
      language === null
        ? some.split('\n').map((line) => (/^\s*\{(?:quote|panel)(?::[^}]*)?\}\s*$/.test(line) ? '' : convertLine(line)))
        : [`\`\`\`${language}`, some, '```'],
    )
    .join('\n');
}
