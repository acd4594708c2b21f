import { RadioRow, type RadioRowProps } from './RadioRow';

/** One of a few views, as a row of joined buttons; as several rows rather than with words cut off. */
export const Segmented = <T extends string>(props: RadioRowProps<T>) => (
  <RadioRow {...props} className="seg min-w-0 flex-wrap" />
);
