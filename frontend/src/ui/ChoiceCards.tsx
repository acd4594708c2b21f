import { RadioRow, type RadioRowProps } from './RadioRow';

/** Chooses one of a few values, each in a card of equal width. */
export const ChoiceCards = <T extends string>(props: RadioRowProps<T>) => (
  <RadioRow {...props} className="grid auto-cols-fr grid-flow-col gap-1.5 md:gap-2" choiceClassName="choice" />
);
