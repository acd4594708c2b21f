import type { ApolloLink } from '@apollo/client';
import { useState, type ReactNode } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, Subject, throwError } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followAccountLanguage } from '../../../lib/chooseLanguage';
import { getTheme, setTheme } from '../../../lib/theme';
import { setToken } from '../session/token';
import { notify } from '../../../ui/notify';
import { type Answers, forgetSent, mara, sent, showSignedIn } from '../session/signedIn.fixture';
import { AppearanceSection } from './AppearanceSection';
import { ChangePasswordSection } from './ChangePasswordSection';
import { LanguageField } from './LanguageField';
import { NotificationsSection } from './NotificationsSection';
import { PreferenceSync } from './PreferenceSync';
import { usePreferences, useUpdatePreferences } from './usePreferences';
import { ProfilePage } from '../../../pages/ProfilePage';

vi.mock('../../../ui/notify');
vi.mock(import('../../../lib/chooseLanguage'), () => ({
  chooseLanguage: vi.fn<(language: string) => void>(),
  chooseAccountLanguage: vi.fn<(language: string | null) => void>(),
  followAccountLanguage: vi.fn<(language: string | null) => void>(),
}));
const zone = vi.hoisted(() => ({ own: null as string | null }));
vi.mock(import('./timeZones'), async (load) => ({ ...(await load()), deviceTimeZone: () => zone.own }));

const defaults = {
  __typename: 'Preferences',
  email: true,
  push: true,
  taskReminders: true,
  projectUpdates: false,
  weeklyDigest: true,
  tips: true,
  kinds: [],
  theme: 'LIGHT',
  timeZone: 'Europe/Berlin',
  language: null,
};

const refused = (code: string, fields?: Record<string, string[]>) =>
  of({ errors: [{ message: 'Refused', extensions: { code, fields } }] });
const preferencesAre = (preferences: object) => () =>
  of({ data: { me: { __typename: 'User', id: mara.id, preferences: { ...defaults, ...preferences } } } });
const updated = (preferences: object) => ({
  data: {
    updatePreferences: { __typename: 'UpdatePreferencesPayload', preferences: { ...defaults, ...preferences } },
  },
});

const secured = () => of({ data: { me: { __typename: 'User', id: mara.id, twoFactor: true, recoveryCodesLeft: 10 } } });

const show = (page: ReactNode, answers: Answers = {}) =>
  showSignedIn(page, { Preferences: preferencesAre({}), ...answers });

beforeEach(() => {
  vi.clearAllMocks();
  forgetSent();
  zone.own = null;
  act(() => {
    setToken(null);
    setTheme('light');
  });
});

describe('the profile', () => {
  const edit = async (answers: Answers = {}) => {
    await show(<ProfilePage />, answers);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
    return user;
  };
  const save = () => screen.getByRole('button', { name: 'Save Changes' });
  const retype = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    if (text) await user.type(screen.getByLabelText(label), text);
  };

  it('shows the person and since when they have an account', async () => {
    await show(<ProfilePage />);
    expect(screen.getByRole('heading', { name: 'Mara Okafor' })).toBeVisible();
    for (const text of ['@mara', 'mara@tern.example', 'May 30, 2026', 'November 17, 2026']) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  it('can be saved only when something was changed', async () => {
    const user = await edit();
    expect(screen.getByLabelText('First Name')).toHaveFocus();
    expect(save()).toBeDisabled();
    await user.type(screen.getByLabelText('First Name'), 'x');
    expect(save()).toBeEnabled();
    await user.type(screen.getByLabelText('First Name'), '{Backspace}');
    expect(save()).toBeDisabled();
  });

  it('shows an error at each field and sends nothing', async () => {
    const user = await edit();
    await retype(user, 'First Name', '');
    await retype(user, 'Last Name', 'x'.repeat(51));
    await retype(user, 'Username', 'mo');
    await retype(user, 'Email', 'mara');
    await user.click(save());
    expect(await screen.findByText('First name is required')).toBeVisible();
    expect(screen.getByText('Username must be at least 3 characters')).toBeVisible();
    expect(screen.getByText('Invalid email')).toBeVisible();
    expect(screen.getByLabelText('Last Name')).toBeInvalid();
    expect(sent.UpdateProfile).toBeUndefined();
  });

  it('sends the changes and shows them', async () => {
    const user = await edit({
      UpdateProfile: () =>
        of({
          data: {
            updateProfile: {
              __typename: 'UpdateProfilePayload',
              user: { ...mara, firstName: 'Marah', name: 'Marah Okafor' },
            },
          },
        }),
    });
    await retype(user, 'First Name', ' Marah ');
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Marah Okafor' })).toBeVisible();
    expect(sent.UpdateProfile).toEqual([{ firstName: 'Marah', mutationId: expect.any(String) as string }]);
    expect(notify.success).toHaveBeenCalledWith('Profile updated successfully');
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toHaveFocus();
  });

  it('shows a refusal at its field and stays open', async () => {
    const user = await edit({
      UpdateProfile: () => refused('VALIDATION_FAILED', { username: ['This username is taken'] }),
    });
    await retype(user, 'Username', 'wen');
    await user.click(save());
    expect(await screen.findByText('This username is taken')).toBeVisible();
    expect(screen.getByLabelText('Username')).toHaveFocus();
    expect(screen.getByLabelText('Username')).toHaveValue('wen');
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('asks for the password if the email changes, and stores it nowhere', async () => {
    const user = await edit({
      UpdateProfile: () => refused('VALIDATION_FAILED', { currentPassword: ['Current password is incorrect'] }),
    });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await retype(user, 'Email', 'mara@new.example');
    await user.type(screen.getByLabelText('Current password'), 'Granite7stones');
    expect(sessionStorage.getItem('draft:profile')).toContain('mara@new.example');
    expect(sessionStorage.getItem('draft:profile')).not.toContain('Granite7stones');
    await user.click(save());
    expect(await screen.findByText('Current password is incorrect')).toBeVisible();
    expect(sent.UpdateProfile).toMatchObject([{ email: 'mara@new.example', currentPassword: 'Granite7stones' }]);
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('asks for a code if the email changes and two-factor is on, and stores it nowhere', async () => {
    const user = await edit({
      Security: secured,
      UpdateProfile: () => refused('VALIDATION_FAILED', { code: ['This code is not valid. Each code works once.'] }),
    });
    expect(screen.queryByLabelText('Code')).toBeNull();
    await retype(user, 'Email', 'mara@new.example');
    await user.type(screen.getByLabelText('Current password'), 'Granite7stones');
    await user.type(await screen.findByLabelText('Code'), '123456');
    expect(sessionStorage.getItem('draft:profile')).not.toContain('123456');
    await user.click(save());
    expect(await screen.findByText('This code is not valid. Each code works once.')).toBeVisible();
    expect(sent.UpdateProfile).toMatchObject([{ currentPassword: 'Granite7stones', code: '123456' }]);
  });

  it('says that saving failed if the server gives no reason', async () => {
    const user = await edit({ UpdateProfile: () => throwError(() => new Error('')) });
    await retype(user, 'Username', 'wen');
    await user.click(save());
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Failed to update profile'));
  });

  it('keeps the typed text after a reload until it is canceled', async () => {
    sessionStorage.setItem('draft:profile', JSON.stringify({ username: 'mara-o' }));
    await show(<ProfilePage />);
    const user = userEvent.setup();
    expect(screen.getByLabelText('Username')).toHaveValue('mara-o');
    expect(save()).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
    expect(screen.getByLabelText('Username')).toHaveValue('mara');
  });
});

describe('a new password', () => {
  const fill = async (current: string, next: string, confirm: string) => {
    const user = userEvent.setup();
    if (current) await user.type(screen.getByLabelText('Current password'), current);
    if (next) await user.type(screen.getByLabelText('New password'), next);
    if (confirm) await user.type(screen.getByLabelText('Confirm password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  };

  it('needs all three fields, and focuses the first that is empty', async () => {
    await show(<ChangePasswordSection />);
    await fill('', '', '');
    for (const text of ['Current password is required', 'New password is required', 'Confirm password is required']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByLabelText('Current password')).toHaveFocus();
  });

  it.each([
    ['short', 'Sho1', 'Sho1', 'Password must be at least 8 characters'],
    [
      'plain',
      'longenough',
      'longenough',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['mistyped', 'Secret123', 'Secret124', 'Passwords must match'],
  ])('must not be %s', async (_, next, confirm, message) => {
    await show(<ChangePasswordSection />);
    await fill('Old12345', next, confirm);
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent.ChangePassword).toBeUndefined();
  });

  it('shows at its field that the first is too short and that the second differs', async () => {
    await show(<ChangePasswordSection />);
    await fill('Old12345', 'Sho1', 'Secret124');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    expect(screen.getByText('Passwords must match')).toBeVisible();
  });

  it('asks for the second if it is empty, and shows nothing else there', async () => {
    await show(<ChangePasswordSection />);
    await fill('Old12345', 'Sho1', '');
    expect(await screen.findByText('Confirm password is required')).toBeVisible();
    expect(screen.queryByText('Passwords must match')).toBeNull();
  });

  it('empties the form when it is set, for the next time; the second copy is not sent', async () => {
    await show(<ChangePasswordSection />, {
      ChangePassword: () =>
        of({
          data: { changePassword: { __typename: 'ChangePasswordPayload', user: { __typename: 'User', id: 'u1' } } },
        }),
    });
    await fill('Old12345', 'Secret123', 'Secret123');
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Password changed successfully'));
    const mutationId = expect.any(String) as string;
    expect(sent.ChangePassword).toEqual([{ currentPassword: 'Old12345', newPassword: 'Secret123', mutationId }]);
    for (const label of ['Current password', 'New password', 'Confirm password']) {
      expect(screen.getByLabelText(label)).toHaveValue('');
    }

    await fill('Secret123', 'Secret456', 'Secret456');
    await waitFor(() => expect(notify.success).toHaveBeenCalledTimes(2));
    expect(sent.ChangePassword?.[1]).toEqual({ currentPassword: 'Secret123', newPassword: 'Secret456', mutationId });
  });

  it('is sent again as the same write, because its answer may have been lost', async () => {
    await show(<ChangePasswordSection />, { ChangePassword: () => throwError(() => new Error('cut')) });
    await fill('Old12345', 'Secret123', 'Secret123');
    await waitFor(() => expect(sent.ChangePassword).toHaveLength(1));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Change Password' }));
    await waitFor(() => expect(sent.ChangePassword).toHaveLength(2));
    expect(sent.ChangePassword?.[1]).toEqual(sent.ChangePassword?.[0]);
  });

  it('asks for a code where two-factor is on', async () => {
    await show(<ChangePasswordSection />, {
      Security: secured,
      ChangePassword: () => refused('VALIDATION_FAILED', { code: ['This code is not valid. Each code works once.'] }),
    });
    await screen.findByLabelText('Code');
    await fill('Old12345', 'Secret123', 'Secret123');
    expect(await screen.findByText('Code is required')).toBeVisible();
    expect(sent.ChangePassword).toBeUndefined();
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText('This code is not valid. Each code works once.')).toBeVisible();
    expect(sent.ChangePassword).toMatchObject([{ currentPassword: 'Old12345', code: '123456' }]);
  });

  it('says at its field that the current one is wrong', async () => {
    await show(<ChangePasswordSection />, {
      ChangePassword: () => refused('VALIDATION_FAILED', { currentPassword: ['Current password is incorrect'] }),
    });
    await fill('Wrong123', 'Secret123', 'Secret123');
    expect(await screen.findByText('Current password is incorrect')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveFocus();
    expect(notify.error).not.toHaveBeenCalled();
  });
});

describe('preferences', () => {
  const toggle = (name: string) => screen.findByRole('switch', { name });

  it('change immediately, one by one, and confirm it', async () => {
    const answers: Subject<ApolloLink.Result>[] = [];
    await show(<NotificationsSection />, {
      UpdatePreferences: () => {
        const answer = new Subject<ApolloLink.Result>();
        answers.push(answer);
        return answer;
      },
    });
    const user = userEvent.setup();
    await user.click(await toggle('Project updates'));
    await user.click(await toggle('Weekly digest'));
    expect(await toggle('Project updates')).toBeChecked();
    expect(await toggle('Weekly digest')).not.toBeChecked();
    expect(notify.success).not.toHaveBeenCalled();

    const answer = (index: number, preferences: object) =>
      act(async () => {
        answers[index]?.next(updated(preferences));
        answers[index]?.complete();
        await Promise.resolve();
      });
    // The answers change places: the first one knows nothing of the second change.
    await answer(1, { projectUpdates: true, weeklyDigest: false });
    await answer(0, { projectUpdates: true });
    await waitFor(() => expect(notify.success).toHaveBeenCalledTimes(2));
    expect(notify.success).toHaveBeenCalledWith('Notification preferences updated');
    expect(await toggle('Project updates')).toBeChecked();
    expect(await toggle('Weekly digest')).not.toBeChecked();
    expect(sent.UpdatePreferences?.[1]).toEqual({ weeklyDigest: false, mutationId: expect.any(String) as string });
  });

  it('sends only the channel that was chosen, so that choices made elsewhere stay', async () => {
    const channels = { __typename: 'KindChannels', app: true, email: true, push: true };
    await show(<NotificationsSection />, {
      Preferences: preferencesAre({ kinds: ['COMMENT', 'MENTION'].map((kind) => ({ ...channels, kind })) }),
      UpdatePreferences: () => new Subject(),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Choose by kind' }));
    const box = (name: string) => screen.getByRole('checkbox', { name });
    await user.click(box('Comments: Email'));
    await user.click(box('Mentions: Push'));
    for (const name of ['Comments: Email', 'Mentions: Push']) expect(box(name)).not.toBeChecked();
    expect(box('Comments: Push')).toBeChecked();
    const mutationId = expect.any(String) as string;
    expect(sent.UpdatePreferences).toEqual([
      { kinds: [{ kind: 'COMMENT', email: false }], mutationId },
      { kinds: [{ kind: 'MENTION', push: false }], mutationId },
    ]);
  });

  it('are reverted if saving fails', async () => {
    await show(<NotificationsSection />, { UpdatePreferences: () => throwError(() => new Error('')) });
    await userEvent.setup().click(await toggle('Email notifications'));
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Failed to update notification preferences'));
    expect(await toggle('Email notifications')).toBeChecked();
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('offers another try when they cannot be loaded', async () => {
    let tries = 0;
    await show(<NotificationsSection />, {
      Preferences: () => {
        tries += 1;
        return tries === 1 ? throwError(() => new Error('')) : preferencesAre({})();
      },
    });
    expect(await screen.findByText('Failed to fetch notification preferences')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await toggle('Push notifications')).toBeChecked();
  });
});

describe('the theme', () => {
  const both = (
    <>
      <PreferenceSync />
      <AppearanceSection />
    </>
  );

  it('follows the account', async () => {
    await show(both, { Preferences: preferencesAre({ theme: 'DARK' }) });
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked());
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('is kept on the account', async () => {
    await show(both, { UpdatePreferences: ({ theme }) => of(updated({ theme })) });
    await userEvent.setup().click(screen.getByRole('radio', { name: 'System' }));
    expect(getTheme()).toBe('system');
    await waitFor(() =>
      expect(sent.UpdatePreferences).toEqual([{ theme: 'SYSTEM', mutationId: expect.any(String) as string }]),
    );
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
  });

  it('goes back when it cannot be kept', async () => {
    await show(both, { UpdatePreferences: () => throwError(() => new Error('')) });
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Couldn’t save the theme'));
    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});

/** Chooses Japanese, and then mounts what applies the account's language, whose code may be late. */
const LateSync = () => {
  const { preferences } = usePreferences();
  const update = useUpdatePreferences();
  const [isHere, setHere] = useState(false);
  const choose = () => {
    void update({ language: 'ja' });
    setHere(true);
  };
  return (
    <>
      <button type="button" onClick={choose} disabled={!preferences}>
        Choose
      </button>
      {isHere && <PreferenceSync />}
    </>
  );
};

describe('the language', () => {
  it('does not load the page again while it is being saved', async () => {
    await show(<LateSync />, { UpdatePreferences: () => new Subject() });
    const button = screen.getByRole('button', { name: 'Choose' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.setup().click(button);
    await waitFor(() => expect(sent.UpdatePreferences).toHaveLength(1));
    expect(followAccountLanguage).not.toHaveBeenCalledWith('ja');
  });

  it('is offered by its own name, which is marked as that language', async () => {
    await show(<LanguageField />);
    const field = screen.getByRole('combobox', { name: /^Language/ });
    await waitFor(() => expect(field).not.toHaveAttribute('data-disabled'));
    await userEvent.setup().click(field);
    expect(await screen.findByText('Deutsch')).toHaveAttribute('lang', 'de');
  });
});

describe('the time zone', () => {
  it('of the device is saved for an account without one', async () => {
    zone.own = 'Europe/Berlin';
    await show(<PreferenceSync />, {
      Preferences: preferencesAre({ timeZone: 'UTC' }),
      UpdatePreferences: () => throwError(() => new Error('')),
    });
    await waitFor(() => expect(sent.UpdatePreferences).toHaveLength(1));
    expect(sent.UpdatePreferences?.[0]).toMatchObject({ timeZone: 'Europe/Berlin' });
    expect(notify.error).not.toHaveBeenCalled();
  });

  it.each(['Etc/UTC', 'Asia/Tokyo'])('%s, once chosen, stays', async (timeZone) => {
    zone.own = 'Europe/Berlin';
    await show(
      <>
        <PreferenceSync />
        <NotificationsSection />
      </>,
      { Preferences: preferencesAre({ timeZone }) },
    );
    expect(await screen.findByText(timeZone === 'Etc/UTC' ? 'UTC' : timeZone)).toBeVisible();
    expect(sent.UpdatePreferences).toBeUndefined();
  });
});
