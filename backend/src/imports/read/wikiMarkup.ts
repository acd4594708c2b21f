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

/** Converts a text. Leaves code and noformat blocks unchanged. */
export function wikiToMarkdown(text: string): string {
  const lines: string[] = [];
  let code = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const fence = /^\s*\{(code|noformat)(?::([^}]*))?\}\s*$/.exec(line);
    if (fence) {
      const language = code ? '' : (/(?:^|\|)(?:language=)?([a-z+#]+)/i.exec(fence[2] ?? '')?.[1] ?? '');
      lines.push(`\`\`\`${language}`);
      code = !code;
    } else if (code) lines.push(line);
    else if (/^\s*\{(?:quote|panel)(?::[^}]*)?\}\s*$/.test(line)) lines.push('');
    else lines.push(convertLine(line));
  }
  if (code) lines.push('```');
  return lines.join('\n');
}
