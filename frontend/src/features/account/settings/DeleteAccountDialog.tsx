import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { ACCOUNT_DELETION_DAYS, DAY_MS } from '@contract/limits';
import { formResolver } from '../../../lib/formResolver';
import { errorText, toAppError } from '../../../sync/client/errors';
import { formatLongDate } from '../../../lib/dates/format';
import { type GoodbyeState, markSessionEnded } from '../session/goodbye';
// Imported now, because it is shown when the session has ended.
import '../session/GoodbyePage';
import { leaveTexts } from '../../../texts/leave';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/ErrorState';
import { FieldError } from '../../../ui/FieldError';
import { Skeleton } from '../../../ui/Skeleton';
import { useFocusRefused } from '../../../ui/useFocusRefused';
import { DeleteAccountDocument } from './DeleteAccount.generated';
import { type AccountToDelete, type OwnProject, useAccountToDelete } from './ownProjects';
import { DELETE, needsDecision, KEEP, ProjectDeletionChoice } from './ProjectDeletionChoice';
import { showRefusal } from './confirmation';
import { toConfirmation } from './proofValue';
import { reauthEntries, ReauthFields } from './ReauthFields';

const { dialog: texts } = leaveTexts;

const formSchema = (isTwoFactor: boolean) => v.object({ ...reauthEntries(isTwoFactor), projects: v.string() });

/** The choices, by project. */
type Choices = Readonly<Record<string, string>>;

/** The choices for the projects that still exist. */
const toProjectChoices = (choices: Choices, projects: readonly OwnProject[]) =>
  projects.flatMap(({ id: projectId }) => {
    const choice = choices[projectId] ?? KEEP;
    if (choice === KEEP) return [];
    return choice === DELETE ? { projectId, delete: true } : { projectId, newOwnerId: choice };
  });

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
}

interface FormProps extends DeleteAccountDialogProps {
  account: AccountToDelete;
  /** The projects or members have changed since they were shown. */
  onStale: () => void;
}

const DeleteAccountForm = ({ open, onClose, account, onStale }: FormProps) => {
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Choices>({});
  const [isSent, setSent] = useState(false);
  /** The number of attempts that lacked only a choice. */
  const [misses, setMisses] = useState(0);
  const [reads, setReads] = useState(0);
  const [date] = useState(() => new Date(Date.now() + ACCOUNT_DELETION_DAYS * DAY_MS));
  // A code works once, so nothing is sent twice.
  const [deleteAccount, { loading }] = useMutation(DeleteAccountDocument);
  const form = useForm({
    resolver: formResolver(formSchema(account.twoFactor)),
    defaultValues: { currentPassword: '', code: '', projects: '' },
  });
  const { errors } = form.formState;
  // The form itself is valid and focuses nothing.
  const choicesPart = useFocusRefused<HTMLElement>(misses);
  const hasChoices = account.projects.some(({ memberCount }) => memberCount > 1);
  const isMissing = (id: string): boolean => choices[id] === undefined;
  const missing = account.projects.filter((project) => needsDecision(project) && isMissing(project.id));

  const send = form.handleSubmit(async ({ currentPassword, code }) => {
    if (missing.length > 0) {
      setMisses((count) => count + 1);
      return;
    }
    const input = {
      ...toConfirmation(currentPassword),
      ...(account.twoFactor && { code }),
      projects: toProjectChoices(choices, account.projects),
    };
    try {
      const { data } = await deleteAccount({ variables: { input } });
      if (!data) return;
      markSessionEnded();
      const goodbye: GoodbyeState = { until: data.deleteAccount.deletionAt };
      void navigate('/goodbye', { replace: true, state: goodbye });
    } catch (error) {
      showRefusal(form, error, texts.failed);
      if (!toAppError(error).fields.projects) return;
      onStale();
      setReads((count) => count + 1);
    }
  });

  return (
    <Dialog
      key="form"
      open={open}
      onOpenChange={onClose}
      title={texts.title}
      // The choices come before the password, and may still be loading.
      {...(hasChoices && { initialFocus: choicesPart })}
      form={{
        onSubmit: (event) => {
          setSent(true);
          form.clearErrors('projects');
          void send(event);
        },
        submitLabel: texts.submit,
        danger: true,
        pending: loading,
      }}
    >
      <p>{texts.what(formatLongDate(date), ACCOUNT_DELETION_DAYS)}</p>
      <section ref={choicesPart} tabIndex={-1} aria-labelledby="own-projects" className="grid gap-1 outline-none">
        <h3 id="own-projects" className="font-medium">
          {texts.projects}
        </h3>
        {errors.projects?.message && <FieldError>{errors.projects.message}</FieldError>}
        {account.projects.length === 0 ? (
          <p className="text-ink-3">{texts.none}</p>
        ) : (
          <>
            <p className="text-ink-3">{texts.restored}</p>
            <ul>
              {account.projects.map((project) => (
                <ProjectDeletionChoice
                  key={`${project.id} ${reads}`}
                  project={project}
                  value={choices[project.id] ?? (needsDecision(project) ? '' : KEEP)}
                  error={isSent && needsDecision(project) && isMissing(project.id) ? texts.chooseFirst : undefined}
                  onChange={(choice) => setChoices({ ...choices, [project.id]: choice })}
                />
              ))}
            </ul>
          </>
        )}
      </section>
      <div className="grid gap-1 text-ink-3">
        <p>{texts.goes}</p>
        <p>{texts.stays}</p>
      </div>
      <ReauthFields form={form} isTwoFactor={account.twoFactor} />
    </Dialog>
  );
};

/** Explains what deleting the account means, asks about each owned project, and for the password. */
export const DeleteAccountDialog = ({ open, onClose }: DeleteAccountDialogProps) => {
  const { value: account, error, retry } = useAccountToDelete();
  if (account) return <DeleteAccountForm open={open} onClose={onClose} account={account} onStale={retry} />;
  return (
    <Dialog key="wait" open={open} onOpenChange={onClose} title={texts.title}>
      {error ? (
        <ErrorState message={errorText(error, leaveTexts.failedToFetch)} onRetry={retry} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
};
