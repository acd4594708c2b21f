import { cx } from '../lib/cx';
import { RadioRow, type RadioRowProps } from './RadioRow';

interface ChoiceCardsProps<T extends string> extends RadioRowProps<T> {
  className?: string;
}

/** Chooses one of a few values, each in a card of equal width. */
export const ChoiceCards = <T extends string>({ className, ...rest }: ChoiceCardsProps<T>) => (
  <RadioRow
    {...rest}
    className={cx('grid auto-cols-fr grid-flow-col gap-1.5 md:gap-2', className)}
    choiceClassName="choice"
  />
);
