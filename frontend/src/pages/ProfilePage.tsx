import { useState } from 'react';
import { formatLongDate } from '../lib/dates/format';
import { hasDraft } from '../lib/drafts';
import { usePageTitle } from '../lib/usePageTitle';
import { cx } from '../lib/cx';
import { OwnWork } from '../features/analytics/OwnWork';
import { pageClass } from '../features/projects/pageClass';
import { useCurrentUser } from '../features/account/session/SessionContext';
import { settingsTexts } from '../texts/settings';
import { Button } from '../ui/Button';
import { LinkButton } from '../ui/LinkButton';
import { PROFILE_DRAFT, ProfileForm } from '../features/account/settings/ProfileForm';
import { VerificationHint } from '../features/account/settings/VerificationHint';
import { ProfileHeading } from '../features/account/settings/ProfileHeading';

const { profile: texts } = settingsTexts;

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-2">
    <dt className="text-ink-3">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </div>
);

export const ProfilePage = () => {
  usePageTitle(texts.pageTitle);
  const user = useCurrentUser();
  const [mode, setMode] = useState<'view' | 'edit' | 'left'>(() => (hasDraft(PROFILE_DRAFT) ? 'edit' : 'view'));
  const editing = mode === 'edit';
  return (
    <div className={cx(pageClass, 'grid grid-cols-[minmax(0,1fr)] items-start gap-9 lg:grid-cols-2 lg:gap-14')}>
      <div className="max-w-(--container-form)">
        <ProfileHeading user={user}>
          {!editing && (
            <Button
              className="flex-none max-sm:w-full"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the form that had the focus
              autoFocus={mode === 'left'}
              onClick={() => setMode('edit')}
            >
              {texts.edit}
            </Button>
          )}
        </ProfileHeading>
        <VerificationHint />
        {editing && (
          <div className="mb-9 border-b border-line pb-9">
            <ProfileForm user={user} onClose={() => setMode('left')} />
          </div>
        )}
        <dl className="grid gap-2">
          {!editing && <Fact name={texts.email} value={user.email ?? ''} />}
          <Fact name={texts.memberSince} value={formatLongDate(user.createdAt)} />
          <Fact name={texts.lastUpdated} value={formatLongDate(user.updatedAt)} />
        </dl>
        {!editing && (
          <p className="mt-7 grid gap-2 sm:flex">
            <LinkButton to={`/team/${user.id}`}>{texts.work}</LinkButton>
            <LinkButton to="/settings#security">{texts.settings}</LinkButton>
          </p>
        )}
      </div>
      <OwnWork id={user.id} />
    </div>
  );
};
