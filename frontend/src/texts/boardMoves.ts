import { plural, t } from '@lingui/core/macro';
import { number } from './format';

/** Where a card stands: its column, and its place among so many cards. */
interface CardPlace {
  column: string;
  position: number;
  of: number;
}

/** The words of the board that are needed after its cards. */
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
    /** With the reason, where it is not the server's. */
    moveFailedFor: (reason: string) => t`Failed to move task. ${reason}`,
  },
  /** How many tasks a column has that should have fewer. */
  countOfLimit: (count: number, limit: number) =>
    t`${{ count: number(count) }} tasks, limit ${{ limit: number(limit) }}`,
  /** What screen readers hear of dragging. */
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
