import { PROJECT_COLORS } from '@contract/colors';

/** The theme's CSS variable for each preset: darker in the light theme, lighter in the dark one. */
const THEMED = new Map<string, string>(
  PROJECT_COLORS.map(({ name, hex }) => [hex, `var(--color-${name.toLowerCase()})`]),
);

/** The CSS colour of a project: a preset follows the theme, any other `#rrggbb` is used as it is. */
export const projectColor = (hex: string): string => THEMED.get(hex.toLowerCase()) ?? hex;
