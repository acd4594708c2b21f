import { plural, t } from '@lingui/core/macro';
import { number } from './format';

/** The position of a card: its column, and its index among the column's cards. */
interface CardPlace {
  column: string;
  position: number;
  of: number;
}

/** Texts of the board that are needed after its cards are shown. */
export const boardMovesTexts = {
  card: {
    moveTo: t`Move to`,
    toTop: t`Move to top`,
    up: t`Move up`,
    down: t`Move down`,
    toBottom: t`Move to bottom`,
    moved: (count: number) => plural(count, { one: 'Task moved successfully', other: '# tasks moved' }),
    movedOut: (count: number) =>
      plural(count, {
        one: 'Task moved. It no longer matches the filter.',
        other: '# tasks moved. Some no longer match the filter.',
      }),
    moveFailed: t`Failed to move task`,
    /** Used if the reason comes from the app, not from the server. */
    moveFailedFor: (reason: string) => t`Failed to move task. ${reason}`,
  },
  /** The number of tasks in a column with a limit, and the limit. */
  countOfLimit: (count: number, limit: number) =>
    t`${{ count: number(count) }} tasks, limit ${{ limit: number(limit) }}`,
  /** Announcements of dragging for screen readers. */
  drag: {
    lifted: (title: string, { column, position, of }: CardPlace) =>
      t`Picked up ${title} from ${column}, position ${{ position: number(position) }} of ${{ of: number(of) }}`,
    over: (title: string, { column, position, of }: CardPlace) =>
      t`${title} over ${column}, position ${{ position: number(position) }} of ${{ of: number(of) }}`,
    outside: (title: string) => t`${title} outside the columns`,
    moved: (title: string, { column, position, of }: CardPlace) =>
      t`Moved ${title} to ${column}, position ${{ position: number(position) }} of ${{ of: number(of) }}`,
    putBack: (title: string, column: string) => t`${title} returned to ${column}`,
  },
};
