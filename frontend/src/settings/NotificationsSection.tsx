import { errorText } from '../graphql/errors';
import { settingsTexts } from '../texts/settings';
import { ErrorState } from '../ui/ErrorState';
import { Skeleton } from '../ui/Skeleton';
import { Switch } from '../ui/Switch';
import { SettingsRow } from './SettingsRow';
import { SettingsSection } from './SettingsSection';
import { TimeZoneField } from './TimeZoneField';
import { useNotificationChoice } from './useNotificationChoice';
import { usePreferences } from './usePreferences';

const { notifications: texts } = settingsTexts;

const CHOICES = ['email', 'push', 'taskReminders', 'projectUpdates', 'weeklyDigest'] as const;

/** How and when the person is told of things. */
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
            <SettingsRow key={key} {...texts.choices[key]}>
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
          ))}
          {preferences && (
            <TimeZoneField timeZone={preferences.timeZone} onChange={(timeZone) => void change({ timeZone })} />
          )}
        </>
      )}
    </SettingsSection>
  );
};
