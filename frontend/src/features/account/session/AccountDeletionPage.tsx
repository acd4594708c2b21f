import { type ReactNode, Suspense } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { succeeds } from '../../../sync/client/errors';
import { formatLongDate } from '../../../lib/dates/format';
import { usePageTitle } from '../../../lib/usePageTitle';
import { leaveTexts } from '../../../texts/leave';
import { Button } from '../../../ui/Button';
import { notify } from '../../../ui/notify';
import { Skeleton } from '../../../ui/Skeleton';
import { AuthLayout } from './AuthLayout';
import { RestoreAccountDocument } from './RestoreAccount.generated';
import { useLogout } from './useLogout';

const { page: texts } = leaveTexts;

interface LeavingPageProps {
  email: string | null;
  /** When the account is deleted for good. */
  deletionAt: string;
  /** What people can still do before their account is deleted. */
  meanwhile?: ReactNode;
}

/** Replaces every page while the account is being deleted, with buttons to restore it and to sign out. */
export const AccountDeletionPage = ({ email, deletionAt, meanwhile }: LeavingPageProps) => {
  usePageTitle(texts.pageTitle);
  const client = useApolloClient();
  const navigate = useNavigate();
  const [restore, { loading }] = useMutation(RestoreAccountDocument);
  const [logout, { loading: isLeaving }] = useLogout();
  const bringBack = async (): Promise<void> => {
    if (!(await succeeds(restore(), texts.failed))) return;
    void navigate('/dashboard', { replace: true });
    notify.success(texts.restored);
    // Refetches the signed-in person and all other data.
    await client.resetStore();
  };
  return (
    <AuthLayout title={texts.title} text={email === null ? '' : texts.signedInAs(email)}>
      <div className="mt-7 grid gap-4 text-base">
        <p>{texts.until(formatLongDate(deletionAt))}</p>
        <p className="text-ink-3">{texts.projects}</p>
        <Button variant="primary" size="xl" pending={loading} onClick={() => void bringBack()}>
          {texts.restore}
        </Button>
        {meanwhile !== undefined && (
          <section className="border-y border-line">
            <h2 className="sr-only">{texts.meanwhile}</h2>
            <Suspense fallback={<Skeleton className="my-2 h-10 w-full" />}>{meanwhile}</Suspense>
          </section>
        )}
        <Button size="xl" pending={isLeaving} onClick={() => void logout()}>
          {texts.signOut}
        </Button>
      </div>
    </AuthLayout>
  );
};
