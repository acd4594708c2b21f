import { errorText } from '../graphql/errors';
import { ErrorState } from '../ui/ErrorState';
import { Skeleton } from '../ui/Skeleton';
import { Switch } from '../ui/Switch';
import { SettingsRow } from './SettingsRow';
import { SettingsSection } from './SettingsSection';
import { TimeZoneField } from './TimeZoneField';
import { useNotificationChoice } from './useNotificationChoice';
import { usePreferences } from './usePreferences';

const CHOICES = [
  { key: 'email', title: 'Email notifications', text: 'Mentions, assignments and comments, by e-mail.' },
  { key: 'push', title: 'Push notifications', text: 'Under the bell, at once, while you are signed in.' },
  { key: 'taskReminders', title: 'Task reminders', text: 'When a task of yours is due within a day or overdue.' },
  { key: 'projectUpdates', title: 'Project updates', text: 'E-mails about memberships and new statuses, too.' },
  { key: 'weeklyDigest', title: 'Weekly digest', text: 'Monday morning, by e-mail: what is late, what is next.' },
] as const;

/** How and when the person is told of things. */
export const NotificationsSection = () => {
  const { preferences, error, loading, retry } = usePreferences();
  const change = useNotificationChoice();
  return (
    <SettingsSection id="notifications" title="Notifications" text="What reaches you, and how.">
      {error && !preferences ? (
        <ErrorState
          message={errorText(error, 'Failed to fetch notification preferences')}
          pending={loading}
          onRetry={retry}
        />
      ) : (
        <>
          {CHOICES.map(({ key, title, text }) => (
            <SettingsRow key={key} title={title} text={text}>
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
