// Keys that edit a Markdown text.

/** The replacement of a piece of the text, and the selection afterwards. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
  select: readonly [start: number, end: number];
}

interface Selected {
  value: string;
  selectionStart: number;
  selectionEnd: number;
}

const MARKS: Readonly<Record<string, string>> = { b: '**', i: '_', e: '`' };
const ADDRESS = /^https?:\/\/\S+$/iu;

/** Adds marks around the selection, or removes them. */
const wrapped = ({ value, selectionStart: start, selectionEnd: end }: Selected, mark: string): TextEdit => {
  const { length } = mark;
  const chosen = value.slice(start, end);
  if (value.slice(start - length, start) === mark && value.startsWith(mark, end)) {
    return { from: start - length, to: end + length, text: chosen, select: [start - length, end - length] };
  }
  return { from: start, to: end, text: mark + chosen + mark, select: [start + length, end + length] };
};

/** Turns the selection into a link: text still needs an address, and an address a text. */
const linked = ({ value, selectionStart: start, selectionEnd: end }: Selected): TextEdit | null => {
  const chosen = value.slice(start, end);
  if (chosen.trim() === '') return null;
  const isAddress = ADDRESS.test(chosen);
  const caret = isAddress ? start + 1 : start + chosen.length + 3;
  return { from: start, to: end, text: isAddress ? `[](${chosen})` : `[${chosen}]()`, select: [caret, caret] };
};

const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,8})([.)])|(>))(?:( +)(\[[ xX]\])?)?( *)/u;

/** Continues the list or the quote of the current line; ends it if the line is otherwise empty. */
const continued = ({ value, selectionStart: at, selectionEnd }: Selected): TextEdit | null => {
  if (at !== selectionEnd) return null;
  const start = value.lastIndexOf('\n', at - 1) + 1;
  const line = value.slice(start, at);
  const match = ITEM.exec(line);
  if (!match) return null;
  const [mark, indent = '', bullet, number, dot = '', quote, space, box] = match;
  if (space === undefined && !quote) return null;
  const isEmpty = line.slice(mark.length).trim() === '' && /^[ \t]*(?:\n|$)/u.test(value.slice(at));
  if (isEmpty) return { from: start, to: at, text: '', select: [start, start] };
  const next = quote ?? bullet ?? `${Number(number) + 1}${dot}`;
  const text = `\n${indent}${next}${space ?? ' '}${box ? '[ ] ' : ''}`;
  return { from: at, to: at, text, select: [at + text.length, at + text.length] };
};

/** On a Mac, Ctrl with a letter moves the caret: Ctrl+E to the end of the line. There, marks have ⌘ alone. */
const isApple = (): boolean => /Mac|iPhone|iPad|iPod/.test(navigator.platform);

/** Returns the edit of a key; null for other keys. */
export const editOfKey = (
  area: Selected,
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): TextEdit | null => {
  if (altKey || shiftKey || (ctrlKey && isApple())) return null;
  if (!ctrlKey && !metaKey) return key === 'Enter' ? continued(area) : null;
  const letter = key.toLowerCase();
  // Without a selection, this key opens the command menu.
  if (letter === 'k') return linked(area);
  const mark = MARKS[letter];
  return mark === undefined ? null : wrapped(area, mark);
};

/** Returns the edit that turns a selection into a link when an address is pasted over it. */
export const editOfPaste = (area: Selected, pasted: string): TextEdit | null => {
  const { value, selectionStart: from, selectionEnd: to } = area;
  const chosen = value.slice(from, to);
  const address = pasted.trim();
  if (chosen.trim() === '' || /[\n[\]]/u.test(chosen) || ADDRESS.test(chosen) || !ADDRESS.test(address)) return null;
  // Escapes characters that would end the address early.
  const text = `[${chosen}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  return { from, to, text, select: [from + text.length, from + text.length] };
};

/** Edits like a typing person, so that the browser can undo it. */
export const applyEdit = (area: HTMLTextAreaElement, { from, to, text, select }: TextEdit): void => {
  area.setSelectionRange(from, to);
  const command = text === '' ? 'delete' : 'insertText';
  // No other way keeps the browser's own undo.
  // oxlint-disable-next-line typescript/no-deprecated
  if (!document.execCommand?.(command, false, text)) {
    area.setRangeText(text, from, to);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
};
