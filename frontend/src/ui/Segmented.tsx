import { RadioRow, type RadioRowProps } from './RadioRow';

/** A choice of a few values, as a row of joined buttons. Wraps to several rows rather than cutting words off. */
export const Segmented = <T extends string>(props: RadioRowProps<T>) => (
  <RadioRow {...props} className="seg min-w-0 flex-wrap" />
);
