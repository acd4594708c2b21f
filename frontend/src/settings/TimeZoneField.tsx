import { useMemo } from 'react';
import { settingsTexts } from '../texts/settings';
import { Field } from '../ui/Field';
import { Select } from '../ui/Select';
import { zoneItems } from './timeZones';

interface TimeZoneFieldProps {
  timeZone: string;
  onChange: (timeZone: string) => void;
}

/** By whose clock the person's mornings begin. */
export const TimeZoneField = ({ timeZone, onChange }: TimeZoneFieldProps) => {
  const items = useMemo(() => zoneItems(timeZone), [timeZone]);
  return (
    <div className="border-t border-line pt-4">
      <Field
        label={settingsTexts.notifications.timeZone}
        hint={settingsTexts.notifications.timeZoneHint}
        className="max-w-90"
      >
        <Select value={timeZone} onValueChange={onChange} items={items} />
      </Field>
    </div>
  );
};
