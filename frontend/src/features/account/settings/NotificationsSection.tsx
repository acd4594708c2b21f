import { Fragment, useMemo } from 'react';
import { errorText, succeeds } from '../../../sync/client/errors';
import { settingsTexts } from '../../../texts/settings';
import { ErrorState } from '../../../ui/ErrorState';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { Select } from '../../../ui/Select';
import { Skeleton } from '../../../ui/Skeleton';
import { Switch } from '../../../ui/Switch';
import { KindChannels } from './KindChannels';
import { PushRow } from './PushRow';
import { SettingsRow, SettingsSection } from './SettingsSection';
import { zoneItems } from './timeZones';
import { type Choice, usePreferences, useUpdatePreferences } from './usePreferences';

const { notifications: texts } = settingsTexts;

const CHOICES = ['email', 'push', 'taskReminders', 'projectUpdates', 'weeklyDigest'] as const;

interface TimeZoneFieldProps {
  timeZone: string;
  onChange: (timeZone: string) => void;
}

/** The time zone that decides when the person's mornings begin. */
const TimeZoneField = ({ timeZone, onChange }: TimeZoneFieldProps) => {
  const items = useMemo(() => zoneItems(timeZone), [timeZone]);
  return (
    <div className="border-t border-line pt-4">
      <Field label={texts.timeZone} hint={texts.timeZoneHint} className="max-w-90">
        <Select value={timeZone} onValueChange={onChange} items={items} />
      </Field>
    </div>
  );
};

/** Changes which notifications the person gets and how, and reports whether that worked. */
const useNotificationChoice = () => {
  const update = useUpdatePreferences();
  return async (chosen: Choice): Promise<void> => {
    if (await succeeds(update(chosen), texts.failedToSave)) notify.success(texts.saved);
  };
};

/** The settings that decide which notifications the person gets, and how. */
export const NotificationsSection = () => {
  const { preferences, error, loading, retry } = usePreferences();
  const change = useNotificationChoice();
  return (
    <SettingsSection id="notifications" title={texts.title} text={texts.text}>
      {error && !preferences ? (
        <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={retry} />
      ) : (
        <>
          {CHOICES.map((key) => (
            <Fragment key={key}>
              <SettingsRow {...texts.choices[key]}>
                {({ labelId, textId }) =>
                  preferences ? (
                    <Switch
                      aria-labelledby={labelId}
                      aria-describedby={textId}
                      checked={preferences[key]}
                      onCheckedChange={(checked) => void change({ [key]: checked })}
                    />
                  ) : (
                    <Skeleton className="h-5 w-8" />
                  )
                }
              </SettingsRow>
              {key === 'push' && <PushRow isWanted={preferences?.push ?? true} />}
            </Fragment>
          ))}
          {preferences && (
            <KindChannels kinds={preferences.kinds} onChange={(choice) => void change({ kinds: [choice] })} />
          )}
          {preferences && (
            <TimeZoneField timeZone={preferences.timeZone} onChange={(timeZone) => void change({ timeZone })} />
          )}
        </>
      )}
    </SettingsSection>
  );
};
