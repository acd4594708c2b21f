import type { TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../lib/text';
import { boardTexts } from '../texts/board';
import type { Placement } from './dropTarget';

const texts = boardTexts.drag;

/** A place as it is read out. `of` counts the column's cards with the lifted one among them. */
const read = ({ status, index }: Placement, of: number) => ({
  column: STATUS_LABELS[status],
  position: index + 1,
  of,
});

export const liftedText = (title: string, place: Placement, of: number): string => texts.lifted(title, read(place, of));

export const overText = (title: string, place: Placement | null, of: number): string =>
  place ? texts.over(title, read(place, of)) : texts.outside(title);

export const movedText = (title: string, place: Placement, of: number): string => texts.moved(title, read(place, of));

export const putBackText = (title: string, status: TaskStatus): string => texts.putBack(title, STATUS_LABELS[status]);
