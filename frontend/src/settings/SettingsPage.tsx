import { Suspense } from 'react';
import { usePageTitle } from '../lib/usePageTitle';
import { apiTokensTexts } from '../texts/apiTokens';
import { pageEdge } from '../projects/pageClass';
import { settingsTexts } from '../texts/settings';
import { later } from '../ui/later';
import { Skeleton } from '../ui/Skeleton';
import { AppearanceSection } from './AppearanceSection';
import { ChangePasswordSection } from './ChangePasswordSection';
import { DeleteAccountRow } from './DeleteAccountRow';
import { DownloadRow } from './DownloadRow';
import { guideLink } from './guideLink';
import { NotificationsSection } from './NotificationsSection';
import { OfflineSection } from './OfflineSection';
import { SessionsRow } from './SessionsRow';
import { SettingsNav } from './SettingsNav';
import { SettingsSection } from './SettingsSection';
import { TwoFactorRows } from './TwoFactorRows';

const ApiTokens = later(() => import('./ApiTokens'), 'ApiTokens', { isSoon: true });

const { settings, security, danger } = settingsTexts;

/** /settings */
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
          <TwoFactorRows />
          <SessionsRow />
          <DownloadRow />
        </SettingsSection>
        <OfflineSection />
        <SettingsSection id="tokens" title={apiTokensTexts.title} text={apiTokensTexts.text(guideLink)}>
          <Suspense fallback={<Skeleton className="h-14 w-full" />}>
            <ApiTokens />
          </Suspense>
        </SettingsSection>
        <SettingsSection id="danger" title={danger.title}>
          <DeleteAccountRow />
        </SettingsSection>
      </div>
    </div>
  );
};
