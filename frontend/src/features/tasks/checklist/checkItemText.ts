import { CHECKLIST } from '@contract/limits';
import { excerpt } from '../../../lib/text';
import { checklistTexts } from '../../../texts/checklist';

/** Why the text of an item can't be saved; empty if it can. */
export const checkItemText = (text: string): string =>
  text.length > CHECKLIST.textMax ? checklistTexts.add.tooLong(excerpt(text).slice(0, 40), CHECKLIST.textMax) : '';
