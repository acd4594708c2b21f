import { describe, expect, it, vi } from 'vitest';
import { applyEdit, editOfKey, editOfPaste, type TextEdit } from './markdownKeys';

/** A text area: the selection is between '‹' and '›', the caret is '|'. */
const areaOf = (drawn: string): HTMLTextAreaElement => {
  const area = document.createElement('textarea');
  area.value = drawn.replaceAll(/[‹›|]/g, '');
  const start = drawn.search(/[‹|]/);
  area.setSelectionRange(start, drawn.includes('›') ? drawn.indexOf('›') - 1 : start);
  return area;
};

const drawn = ({ value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement): string =>
  start === end
    ? `${value.slice(0, start)}|${value.slice(start)}`
    : `${value.slice(0, start)}‹${value.slice(start, end)}›${value.slice(end)}`;

const after = (before: string, edit: (area: HTMLTextAreaElement) => TextEdit | null): string | null => {
  const area = areaOf(before);
  const done = edit(area);
  if (!done) return null;
  applyEdit(area, done);
  return drawn(area);
};

const key = (before: string, name: string, more: object = {}): string | null =>
  after(before, (area) =>
    editOfKey(area, { key: name, ctrlKey: name !== 'Enter', metaKey: false, altKey: false, shiftKey: false, ...more }),
  );
const paste = (before: string, text: string): string | null => after(before, (area) => editOfPaste(area, text));

describe('keys in a Markdown text', () => {
  it('leave Ctrl to the caret on a Mac, where marks have ⌘', () => {
    const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    expect(['b', 'i', 'e'].map((name) => key('a ‹b›', name))).toEqual([null, null, null]);
    expect(key('a ‹b›', 'b', { ctrlKey: false, metaKey: true })).toBe('a **‹b›**');
    platform.mockRestore();
  });

  it('add marks around the selection, and remove them again', () => {
    expect(key('a ‹b› c', 'b')).toBe('a **‹b›** c');
    expect(key('a **‹b›** c', 'b')).toBe('a ‹b› c');
    expect(key('a ‹b›', 'i')).toBe('a _‹b›_');
    expect(key('‹b›', 'E', { ctrlKey: false, metaKey: true })).toBe('`‹b›`');
    expect(key('a |', 'b')).toBe('a **|**');
    expect(key('a ‹b›', 'b', { shiftKey: true })).toBeNull();
    expect(key('a ‹b›', 'x')).toBeNull();
  });

  it('turn the selection into a link, and leave the key to the menu without a selection', () => {
    expect(key('a ‹b›', 'k')).toBe('a [b](|)');
    expect(key('‹https://example.com›', 'k')).toBe('[|](https://example.com)');
    expect(key('a |', 'k')).toBeNull();
  });

  it('go on with a list, and end it where an item is empty', () => {
    expect(key('- one|', 'Enter')).toBe('- one\n- |');
    expect(key('- one\n- |', 'Enter')).toBe('- one\n|');
    expect(key('  * one| two', 'Enter')).toBe('  * one\n  * | two');
    expect(key('9. one|', 'Enter')).toBe('9. one\n10. |');
    expect(key('1) one|', 'Enter')).toBe('1) one\n2) |');
    expect(key('- [x] one|', 'Enter')).toBe('- [x] one\n- [ ] |');
    expect(key('- [ ] |', 'Enter')).toBe('|');
    expect(key('> said|', 'Enter')).toBe('> said\n> |');
    // Before the text of an item, it makes room for another one.
    expect(key('- |one\n- two', 'Enter')).toBe('- \n- |one\n- two');
    expect(key('1. |one', 'Enter')).toBe('1. \n2. |one');
    expect(key('- [ ] |one', 'Enter')).toBe('- [ ] \n- [ ] |one');
    expect(key('- one\n- | \ntwo', 'Enter')).toBe('- one\n| \ntwo');
    for (const other of ['one|', '-one|', '1.5|', '|- one', '- ‹one›', '**one**|', '2026. |x'.replace('. ', '.')]) {
      expect(key(other, 'Enter'), other).toBeNull();
    }
    expect(key('- one|', 'Enter', { shiftKey: true })).toBeNull();
  });
});

describe('an address that is pasted', () => {
  it('over selected words turns them into a link', () => {
    expect(paste('see ‹this› now', ' https://example.com/a_(b)\n')).toBe(
      'see [this](https://example.com/a_%28b%29)| now',
    );
    expect(paste('see |', 'https://example.com')).toBeNull();
    expect(paste('‹https://example.com/a›', 'https://example.com/b')).toBeNull();
    expect(paste('‹this›', 'that')).toBeNull();
    expect(paste('‹this›', 'javascript:alert(1)')).toBeNull();
    expect(paste('‹a\nb›', 'https://example.com')).toBeNull();
  });
});
