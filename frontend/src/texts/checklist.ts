import { number, plural } from './format';

/** What the checklist of a task says. */
export const checklistTexts = {
  title: 'Checklist',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  fetchFailed: 'Failed to fetch the checklist',
  item: (text: string) => `Item: ${text}`,
  tick: (text: string) => `Done: ${text}`,
  remove: (text: string) => `Take off: ${text}`,
  drag: (text: string) => `Move: ${text}`,
  /** Read out after an item was moved. */
  moved: (text: string, place: number, total: number) => `${text}, ${number(place)} of ${number(total)}`,
  editHint: 'Enter saves, Escape gives back the former text. Alt with ↑ or ↓ moves it.',
  changed: 'Somebody else has changed this item. Press Enter to save yours all the same.',
  updateFailed: 'Failed to change the item',
  moveFailed: 'Failed to move the item',
  removed: 'Item taken off',
  removeFailed: 'Failed to take the item off',
  add: {
    label: 'New item',
    placeholder: 'Add an item',
    hint: (count: number) =>
      plural(count, { one: 'Enter adds it', other: `Enter adds ${number(count)} items, one a line` }),
    submit: 'Add',
    failed: 'Failed to add to the checklist',
    tooMany: (max: number) => `A checklist can have at most ${number(max)} items`,
    tooLong: (text: string, max: number) => `“${text}” is longer than ${number(max)} characters`,
  },
};
