import { tasksTexts } from '../../texts/tasks';
import { Checkbox } from '../../ui/Checkbox';
import { cx } from '../../lib/cx';

interface ChooseBoxProps {
  title: string;
  isTabStop: boolean;
  isChosen: boolean;
  /** Without a selection it is seen where the pointer or the focus is. */
  isShown: boolean;
  onChoose: (isRange: boolean) => void;
  className?: string;
}

/** The check box of a task in a list; the list's item has the class `group/item`. */
export const ChooseBox = ({ title, isTabStop, isChosen, isShown, onChoose, className }: ChooseBoxProps) => (
  <Checkbox
    aria-label={tasksTexts.select.task(title)}
    tabIndex={isTabStop ? 0 : -1}
    checked={isChosen}
    onChange={({ nativeEvent }) => onChoose('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    className={cx(
      // Above the link that covers the item.
      'z-1 max-md:size-5',
      !isShown &&
        'opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100',
      className,
    )}
  />
);
