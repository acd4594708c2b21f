import { format, parseISO } from 'date-fns';

/** 'Nov 21, 2026': the day alone, where the hour says nothing. */
export const formatDay = (moment: string): string => format(parseISO(moment), 'MMM d, yyyy');
