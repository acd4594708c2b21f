const CODE_BLOCK = /^```/;
const HEADING = /^(#{1,3}) (.*)$/;
const ROW = /^\|/;
const ITEM = /^(?:-|\d+\.) /;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Within a line; what is code stands apart until all else is done. */
function inline(text: string): string {
  const codes: string[] = [];
  const apart = text.replaceAll(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(code) - 1}\uE000`);
  return escapeHtml(apart)
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*(.+?)\*/g, '<em>$1</em>')
    .replaceAll(/\uE000(\d+)\uE000/g, (_, at: string) => `<code>${escapeHtml(codes[Number(at)] ?? '')}</code>`);
}

/** The name by which links find a heading: as where repositories are read. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const cells = (line: string, tag: 'td' | 'th'): string =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
    .join('');

function table([head = '', , ...rows]: readonly string[]): string {
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return `<div class="wide"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function list(lines: readonly string[]): string {
  const tag = lines[0]?.startsWith('-') ? 'ul' : 'ol';
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
}

/**
 * The pages of docs/ as HTML: headings, paragraphs, code, lists, tables; in a line code, bold, emphasis and links. They are
 * our own, and a test sees that they use no more than this.
 */
export function htmlOf(markdown: string): string {
  const lines = markdown.split('\n');
  const html: string[] = [];
  /** Takes lines from the next one on, as long as they belong together. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line) => !belongs(line));
    return lines.splice(0, end < 0 ? lines.length : end);
  };
  const startsOther = (line: string) => [CODE_BLOCK, HEADING, ROW, ITEM].some((start) => start.test(line));
  while (lines.length > 0) {
    const [line = ''] = lines;
    const [, marks = '', title = ''] = HEADING.exec(line) ?? [];
    if (line === '') lines.shift();
    else if (CODE_BLOCK.test(line)) {
      lines.shift();
      html.push(
        `<pre tabindex="0"><code>${escapeHtml(take((next) => !CODE_BLOCK.test(next)).join('\n'))}</code></pre>`,
      );
      lines.shift();
    } else if (marks !== '') {
      lines.shift();
      html.push(`<h${marks.length} id="${anchorOf(title)}">${inline(title)}</h${marks.length}>`);
    } else if (ROW.test(line)) html.push(table(take((next) => ROW.test(next))));
    else if (ITEM.test(line)) html.push(list(take((next) => ITEM.test(next) || /^ +\S/.test(next))));
    else html.push(`<p>${inline(take((next) => next !== '' && !startsOther(next)).join(' '))}</p>`);
  }
  return html.join('\n');
}
