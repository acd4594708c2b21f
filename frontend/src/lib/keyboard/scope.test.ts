import { afterEach, expect, it } from 'vitest';
import { KEYS } from './keys';
import { PANEL_ATTRIBUTE } from './layers';
import { isFreeForCommands, isFreeForPage } from './scope';

afterEach(() => {
  document.body.innerHTML = '';
  localStorage.clear();
});

/** Presses a key on an element, and returns what it may act on. */
const press = (key: string, options: KeyboardEventInit = {}, target: Element = document.body): string[] => {
  const free: string[] = [];
  const hear = (event: KeyboardEvent): void => {
    if (isFreeForCommands(event)) free.push('commands');
    if (isFreeForPage(event)) free.push('page');
  };
  document.addEventListener('keydown', hear);
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }));
  document.removeEventListener('keydown', hear);
  return free;
};

const add = (html: string): Element => {
  document.body.innerHTML = html;
  const [element] = document.body.children;
  if (!element) throw new Error('no element');
  // jsdom draws nothing.
  element.getClientRects = () => [new DOMRect(0, 0, 1, 1)] as unknown as DOMRectList;
  return element;
};

it('lets keys act on a page', () => {
  expect(press('n')).toEqual(['commands', 'page']);
});

it.each(['<input>', '<textarea></textarea>', '<div role="combobox"></div>', '<div contenteditable></div>'])(
  'leaves keys to %s',
  (html) => {
    expect(press('n', {}, add(html))).toEqual([]);
  },
);

it('leaves keys to an open dialog and to an open menu', () => {
  for (const role of ['dialog', 'menu']) {
    add(`<div role="${role}"></div>`);
    expect(press('n')).toEqual([]);
  }
});

it('runs commands in the panel of a task, where letters of the page do nothing', () => {
  add(`<div role="dialog"><span ${PANEL_ATTRIBUTE}></span></div>`);
  expect(press('n')).toEqual(['commands']);
});

it('ignores a layer that is closing', () => {
  add('<div role="dialog" data-closed></div>');
  expect(press('n')).toEqual(['commands', 'page']);
});

it('repeats steps through tasks while their key is held down, and nothing else', () => {
  expect(press(KEYS.nextTask, { repeat: true })).toEqual(['commands']);
  expect(press(KEYS.newTask, { repeat: true })).toEqual([]);
});

it('does nothing on single keys once they are switched off', () => {
  localStorage.setItem('single-keys', 'off');
  expect(press('n')).toEqual([]);
});
