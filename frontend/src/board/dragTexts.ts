import type { TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../lib/text';
import type { Placement } from './dropTarget';

const placeText = ({ status, index }: Placement, of: number): string =>
  `${STATUS_LABELS[status]}, position ${index + 1} of ${of}`;

/** What screen readers hear at the card before it is lifted. */
export const DRAG_INSTRUCTIONS =
  'Press Enter to open the task. Hold Space to lift it; then the arrow keys move it, Space drops it and Escape puts it back.';

/** `of` counts the column's cards with the lifted one among them. */
export const liftedText = (title: string, place: Placement, of: number): string =>
  `Lifted ${title} from ${placeText(place, of)}`;

export const overText = (title: string, place: Placement | null, of: number): string =>
  place ? `${title} over ${placeText(place, of)}` : `${title} outside the columns`;

export const movedText = (title: string, place: Placement, of: number): string =>
  `Moved ${title} to ${placeText(place, of)}`;

export const putBackText = (title: string, status: TaskStatus): string =>
  `${title} is back at its place in ${STATUS_LABELS[status]}`;
