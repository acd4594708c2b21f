import { Switch as Base } from '@base-ui/react/switch';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  id?: string;
  /** One of these names it, unless a label refers to its id. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
}

/** Turns something on or off immediately. */
export const Switch = ({ onCheckedChange, ...rest }: SwitchProps) => (
  <Base.Root {...rest} className="switch" onCheckedChange={(checked) => onCheckedChange(checked)}>
    <Base.Thumb />
  </Base.Root>
);
