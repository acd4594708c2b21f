import { cx } from '../lib/cx';
import { RadioRow, type RadioRowProps } from './RadioRow';

/** One of a few views, in a small joined row. */
export const Segmented = <T extends string>({ className, ...rest }: RadioRowProps<T> & { className?: string }) => (
  <RadioRow {...rest} className={cx('seg', className)} />
);
