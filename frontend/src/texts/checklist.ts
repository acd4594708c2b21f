import { plural, t } from '@lingui/core/macro';
import { number } from './format';

export const checklistTexts = {
  title: t`Checklist`,
  progress: (done: number, total: number) => t`${{ done: number(done) }} of ${{ total: number(total) }} done`,
  fetchFailed: t`Failed to fetch the checklist`,
  item: (text: string) => t`Item: ${text}`,
  tick: (text: string) => t`Done: ${text}`,
  remove: (text: string) => t`Remove ${text}`,
  drag: (text: string) => t`Move: ${text}`,
  /** Announced after an item was moved. */
  moved: (text: string, place: number, total: number) =>
    t`${text}, ${{ place: number(place) }} of ${{ total: number(total) }}`,
  editHint: t`Enter to save, Esc to cancel, Alt+↑ or Alt+↓ to move`,
  changed: t`Someone else changed this. Press Enter to overwrite.`,
  updateFailed: t`Couldn’t update the item`,
  moveFailed: t`Couldn’t move the item`,
  turnInto: (text: string) => t`Turn ${text} into a subtask`,
  turnedInto: t`Subtask created`,
  turnFailed: t`Couldn’t create the subtask`,
  removed: t`Item removed`,
  removeFailed: t`Couldn’t remove the item`,
  add: {
    label: t`New item`,
    placeholder: t`Add an item`,
    hint: (count: number) => plural(count, { one: 'Enter to add', other: 'Enter to add # items' }),
    submit: t`Add`,
    failed: t`Couldn’t add the item`,
    tooMany: (max: number) => t`A checklist can have at most ${{ max: number(max) }} items`,
    tooLong: (text: string, max: number) => t`“${text}” is longer than ${{ max: number(max) }} characters`,
  },
};
