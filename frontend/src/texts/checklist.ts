import { number, plural } from './format';

/** What the checklist of a task says. */
export const checklistTexts = {
  title: 'Checklist',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  fetchFailed: 'Failed to fetch the checklist',
  item: (text: string) => `Item: ${text}`,
  tick: (text: string) => `Done: ${text}`,
  remove: (text: string) => `Remove ${text}`,
  drag: (text: string) => `Move: ${text}`,
  /** Read out after an item was moved. */
  moved: (text: string, place: number, total: number) => `${text}, ${number(place)} of ${number(total)}`,
  editHint: 'Enter to save, Esc to cancel, Alt+↑ or Alt+↓ to move',
  changed: 'Someone else changed this. Press Enter to overwrite.',
  updateFailed: 'Couldn’t update the item',
  moveFailed: 'Couldn’t move the item',
  removed: 'Item removed',
  removeFailed: 'Couldn’t remove the item',
  add: {
    label: 'New item',
    placeholder: 'Add an item',
    hint: (count: number) => plural(count, { one: 'Enter to add', other: `Enter to add ${number(count)} items` }),
    submit: 'Add',
    failed: 'Couldn’t add the item',
    tooMany: (max: number) => `A checklist can have at most ${number(max)} items`,
    tooLong: (text: string, max: number) => `“${text}” is longer than ${number(max)} characters`,
  },
};
