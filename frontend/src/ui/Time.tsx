import type { ComponentProps } from 'react';
import { formatFull } from '../lib/dates/format';

/** A moment in short words, with its full date and time as a tooltip. */
export const Time = ({ at, ...rest }: ComponentProps<'time'> & { at: string }) => (
  <time dateTime={at} title={formatFull(at)} {...rest} />
);
