import type { ReactNode, Ref } from 'react';
import { PROJECT_COLORS } from '@contract/colors';
import { projectColor } from '../../lib/projectColor';
import { projectsTexts } from '../../texts/projects';
import { RadioRow } from '../../ui/RadioRow';

interface ColorChoiceProps {
  value: string;
  /** Adds the choice of no color, with this label. */
  none?: { label: string; icon: ReactNode };
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  /** Required outside of a Field, which has a label. */
  'aria-label'?: string;
}

const Swatch = ({ color, children }: { color?: string; children?: ReactNode }) => (
  <span
    className="grid size-5 place-items-center rounded-full forced-color-adjust-none ring-offset-2 ring-offset-overlay in-[label:has(:checked)]:ring-2 in-[label:has(:checked)]:ring-ink"
    style={color === undefined ? undefined : { background: projectColor(color) }}
  >
    {children}
  </span>
);

const named = PROJECT_COLORS.map(({ name, hex }) => ({ name: projectsTexts.colors[name], hex }));

/** One of the eight colors. A current color that is not one of them, set through the API, remains a choice. */
export const ColorChoice = ({ value, none, ...rest }: ColorChoiceProps) => {
  const own =
    PROJECT_COLORS.some(({ hex }) => hex === value) || !value ? [] : [{ name: projectsTexts.currentColor, hex: value }];
  return (
    <RadioRow
      {...rest}
      value={value}
      className="flex flex-wrap gap-1"
      choiceClassName="relative grid size-9 place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
      choices={[
        ...(none ? [{ value: '', label: none.label, icon: <Swatch>{none.icon}</Swatch>, iconOnly: true }] : []),
        ...[...named, ...own].map(({ name, hex }) => ({
          value: hex,
          label: name,
          icon: <Swatch color={hex} />,
          iconOnly: true,
        })),
      ]}
    />
  );
};
