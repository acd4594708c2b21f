import { usePageTitle } from '../lib/usePageTitle';
import { AppearanceSection } from './AppearanceSection';
import { ChangePasswordSection } from './ChangePasswordSection';
import { ComingRow } from './ComingRow';
import { NotificationsSection } from './NotificationsSection';
import { SettingsNav } from './SettingsNav';
import { SettingsSection } from './SettingsSection';

/** /settings */
export const SettingsPage = () => {
  usePageTitle('Settings');
  return (
    <div className="grid w-full grid-cols-[minmax(0,var(--container-form))] items-start justify-center gap-6 px-4 pt-6 pb-10 md:px-8 md:pt-10 md:pb-18 lg:grid-cols-[176px_minmax(0,var(--container-form))] lg:gap-18">
      <div className="lg:sticky lg:top-10">
        <h1 className="text-xl tracking-tight lg:px-2.5">Settings</h1>
        <SettingsNav />
      </div>
      <div>
        <AppearanceSection />
        <NotificationsSection />
        <ChangePasswordSection />
        <SettingsSection id="security" title="Security">
          <ComingRow title="Two-Factor Authentication" text="A code from your phone when you sign in." />
          <ComingRow title="Active Sessions" text="The devices that are signed in, and a way to sign them out." />
          <ComingRow title="Download Your Data" text="Everything you wrote, as one archive." />
        </SettingsSection>
        <SettingsSection id="danger" title="Danger Zone">
          <ComingRow title="Delete Account" text="Removes your account and the projects only you belong to." />
        </SettingsSection>
      </div>
    </div>
  );
};
