import { cx } from '../lib/cx';
import { badgeNumber } from '../texts/format';

/** A count on an icon's corner: nothing at 0, '9+' above 9. The button's label contains it as well. */
export const CountBadge = ({ count, className }: { count: number; className?: string }) =>
  count > 0 ? (
    <span
      aria-hidden="true"
      className={cx(
        'count-badge absolute top-0 start-4 h-4 min-w-4 rounded-full bg-action px-1 text-center text-[0.625rem]/4 font-semibold text-on-action ring-2 ring-frame',
        className,
      )}
    >
      {badgeNumber(count)}
    </span>
  ) : null;
