import { usePageTitle } from '../lib/usePageTitle';
import { apiTokensTexts } from '../texts/apiTokens';
import { calendarFeedsTexts } from '../texts/calendarFeeds';
import { pageEdge } from '../features/projects/pageClass';
import { webhooksTexts } from '../texts/webhooks';
import { settingsTexts } from '../texts/settings';
import { ApiTokens } from '../features/account/settings/ApiTokens';
import { AppearanceSection } from '../features/account/settings/AppearanceSection';
import { CalendarFeeds } from '../features/account/settings/CalendarFeeds';
import { ChangePasswordSection } from '../features/account/settings/ChangePasswordSection';
import { DeleteAccountRow } from '../features/account/settings/DeleteAccountRow';
import { DownloadRow } from '../features/account/settings/DownloadRow';
import { GuideLink } from '../features/account/settings/GuideLink';
import { NotificationsSection } from '../features/account/settings/NotificationsSection';
import { OfflineSection } from '../features/account/settings/OfflineSection';
import { SessionsRow } from '../features/account/settings/SessionsRow';
import { SettingsNav } from '../features/account/settings/SettingsNav';
import { SettingsSection } from '../features/account/settings/SettingsSection';
import { VerificationHint } from '../features/account/settings/VerificationHint';
import { Webhooks } from '../features/account/settings/Webhooks';
import { TwoFactorRows } from '../features/account/settings/TwoFactorRows';

const { settings, security, danger } = settingsTexts;

export const SettingsPage = () => {
  usePageTitle(settings.pageTitle);
  return (
    <div
      className={`grid w-full grid-cols-[minmax(0,var(--container-form))] items-start gap-6 ${pageEdge} pb-10 md:pb-18 lg:grid-cols-[176px_minmax(0,var(--container-form))] lg:gap-18`}
    >
      <div className="lg:sticky lg:top-5">
        <h1 className="text-lg tracking-tight">{settings.title}</h1>
        <SettingsNav />
      </div>
      <div>
        <AppearanceSection />
        <NotificationsSection />
        <ChangePasswordSection />
        <SettingsSection id="security" title={security.title}>
          <VerificationHint />
          <TwoFactorRows />
          <SessionsRow />
          <DownloadRow />
        </SettingsSection>
        <OfflineSection />
        <SettingsSection id="calendars" title={calendarFeedsTexts.title} text={calendarFeedsTexts.text}>
          <CalendarFeeds />
        </SettingsSection>
        <SettingsSection id="tokens" title={apiTokensTexts.title} text={apiTokensTexts.text(<GuideLink />)}>
          <ApiTokens />
        </SettingsSection>
        <SettingsSection id="webhooks" title={webhooksTexts.title} text={webhooksTexts.text(<GuideLink />)}>
          <Webhooks />
        </SettingsSection>
        <SettingsSection id="danger" title={danger.title}>
          <DeleteAccountRow />
        </SettingsSection>
      </div>
    </div>
  );
};
