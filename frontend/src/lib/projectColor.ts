import { PROJECT_COLORS } from '@contract/colors';

/** Each preset is a colour of the theme: darker by day, lighter by night. */
const THEMED = new Map<string, string>(
  PROJECT_COLORS.map(({ name, hex }) => [hex, `var(--color-${name.toLowerCase()})`]),
);

/** The CSS colour of a project: a preset follows the theme, any other `#rrggbb` is used as it is. */
export const projectColor = (hex: string): string => THEMED.get(hex.toLowerCase()) ?? hex;
