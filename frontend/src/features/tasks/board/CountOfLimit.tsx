import { cx } from '../../../lib/cx';
import { boardMovesTexts } from '../../../texts/boardMoves';
import { number } from '../../../texts/format';

/** The number of tasks in a column, and its limit. */
export const CountOfLimit = ({ count, limit }: { count: number; limit: number }) => (
  <>
    <span aria-hidden="true" className={cx(count > limit && 'font-medium text-caution-ink')}>
      {`${number(count)}/${number(limit)}`}
    </span>
    <span className="sr-only">{boardMovesTexts.countOfLimit(count, limit)}</span>
  </>
);
