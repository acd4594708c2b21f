import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { errorText, reportError, toAppError } from '../sync/client/errors';
import { clearDraft } from '../lib/drafts';
import { refusalText } from '../lib/reasonWords';
import { removePersonalValues } from '../lib/storage';
import { passwordsOff, providerName } from '../lib/signInWays';
import { signUp } from '../lib/signUp';
import { usePageTitle } from '../lib/usePageTitle';
import { invitationTexts as texts } from '../texts/invitation';
import { sessionTexts } from '../texts/session';
import { Button } from '../ui/Button';
import { ErrorState } from '../ui/ErrorState';
import { lazyComponent } from '../ui/lazyComponent';
import { LinkButton } from '../ui/LinkButton';
import { linkClass } from '../ui/linkClass';
import { notify } from '../ui/notify';
import { FullScreenSpinner } from '../ui/Spinner';
import { clearChallenge, readChallenge } from '../features/account/session/challenge';
import { AuthLayout } from '../features/account/session/AuthLayout';
import { useIsSignedIn } from '../features/account/session/guards';
import {
  acceptInvitation,
  type Invitation,
  previewInvitation,
  signOut,
  fetchTokenOwner,
} from '../features/account/session/invitation';
import { ProviderButton } from '../features/account/session/LazyProviderButton';
import { LoginForm } from '../features/account/session/LoginForm';
import { rememberReturnTo } from '../features/account/session/returnTo';
import { RegisterForm } from '../features/account/session/RegisterForm';
import { TwoFactorForm } from '../features/account/session/TwoFactorForm';
import { expireSession, getToken, setToken } from '../features/account/session/token';

// Code-split: few people switch accounts.
const SwitchAccountDialog = lazyComponent(() => import('./SwitchAccountDialog'), 'SwitchAccountDialog');

/** Returns the server's reason why a link is invalid; null if the error was not about the link. */
const whyOver = (error: unknown): string | null => toAppError(error).fields.token?.[0] ?? null;

/** An invalid link: explains what to do, and that nothing was lost. */
const Over = ({ reason }: { reason: string }) => {
  const isSignedIn = useIsSignedIn();
  return (
    <AuthLayout title={texts.over.title} text={reason}>
      <div className="mt-7 grid justify-items-start gap-4 text-base">
        <p>{texts.over.next}</p>
        <LinkButton to="/projects" size="xl">
          {isSignedIn ? texts.over.projects : texts.over.signIn}
        </LinkButton>
      </div>
    </AuthLayout>
  );
};

interface JoinProps {
  pending: boolean;
  /** Why this account may not. */
  refusal: string | null;
  onJoin: () => void;
  onAnother: () => void;
}

/** For signed-in people: one button. */
const Join = ({ pending, refusal, onJoin, onAnother }: JoinProps) => {
  const [name, setName] = useState('');
  useEffect(() => {
    const session = getToken();
    if (session === null) return;
    fetchTokenOwner(session).then(
      (user) => setName(`${user.name} (${user.email})`),
      (error: unknown) => {
        if (toAppError(error).code === 'UNAUTHENTICATED') expireSession(session);
      },
    );
  }, []);
  return (
    <div className="mt-7 grid gap-4">
      <p className="min-h-5 text-base wrap-anywhere">{name && texts.signedInAs(<strong>{name}</strong>)}</p>
      {refusal === null ? (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page contains only this button
        <Button variant="primary" size="xl" autoFocus pending={pending} onClick={onJoin}>
          {texts.join}
        </Button>
      ) : (
        <p role="alert" className="rounded-md border border-line bg-frame px-3 py-2.5 wrap-anywhere">
          {refusal}
        </p>
      )}
      <Button
        variant={refusal === null ? 'ghost' : 'primary'}
        size={refusal === null ? 'lg' : 'xl'}
        onClick={onAnother}
      >
        {texts.another}
      </Button>
    </div>
  );
};

interface EnterProps {
  token: string;
  email: string;
  onChallenge: (challenge: string) => void;
  isAgain: boolean;
  onDone: () => void;
}

/** The link to the other form, inside a sentence. */
const SwitchForm = ({ onSwitch, children }: { onSwitch: () => void; children?: ReactNode }) => (
  <button type="button" className={linkClass} onClick={onSwitch}>
    {children}
  </button>
);

/** Registration or sign-in for visitors, after which the invitation is accepted. */
const Enter = ({ token, email, onChallenge, isAgain, onDone }: EnterProps) => {
  const canRegister = signUp() !== 'closed';
  const [isNew, setNew] = useState(!isAgain && canRegister);
  const location = useLocation();
  // Each invitation has its own draft.
  const draft = `invitation:${email}`;
  const done = (): void => {
    clearDraft(draft);
    onDone();
  };
  // A sign-in at the provider creates the account, or finds it.
  if (passwordsOff()) return <ProviderButton isAlone invitation={token} />;
  return (
    <>
      <p className="mt-4 text-base">
        {!canRegister
          ? texts.asMember
          : (isNew ? texts.asNew : texts.asKnown)(<SwitchForm onSwitch={() => setNew(!isNew)} />)}
      </p>
      {isNew ? (
        <RegisterForm draft={draft} email={email} invitation={token} submit={texts.registerAndJoin} onDone={done} />
      ) : (
        <LoginForm
          draft={draft}
          email={email}
          submit={texts.signInAndJoin}
          from={rememberReturnTo(location)}
          // The email address is filled in.
          isAgain
          onChallenge={onChallenge}
          onDone={done}
        />
      )}
      {providerName() && <ProviderButton isAlone={false} invitation={token} />}
    </>
  );
};

/** A valid invitation, from its link to the board. */
const OpenInvitation = ({ token }: { token: string }) => {
  const isSignedIn = useIsSignedIn();
  const navigate = useNavigate();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [over, setOver] = useState<string | null>(token === '' ? texts.noToken : null);
  const [isJoining, setJoining] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [challenge, setChallenge] = useState(readChallenge);
  const [isAgain, setAgain] = useState(false);
  /** The person who wants to switch to another account. */
  const [leaverId, setLeaverId] = useState<string | null>(null);

  /** Joins the project, or opens it for members if the invitation has ended. */
  const join = async (): Promise<void> => {
    const session = getToken();
    if (session === null) return;
    setJoining(true);
    try {
      const projectId = await acceptInvitation(token, session);
      if (invitation) notify.success(texts.joined(invitation.projectName));
      void navigate(`/projects/${projectId}`, { replace: true });
    } catch (error) {
      const { code, message, retryAfter } = toAppError(error);
      if (code === 'UNAUTHENTICATED') expireSession(session);
      else if (code === 'FORBIDDEN') setRefusal(refusalText(message, retryAfter));
      else if (whyOver(error) !== null) setOver(whyOver(error));
      else reportError(error, { fallback: texts.joinFailed });
      setJoining(false);
    }
  };
  const notRead = (error: unknown): void => {
    const reason = whyOver(error);
    if (reason === null) setFailure(error);
    else if (getToken() === null) setOver(reason);
    else void join();
  };
  const onNotRead = useEffectEvent(notRead);
  useEffect(() => {
    if (token !== '') previewInvitation(token).then(setInvitation, (error: unknown) => onNotRead(error));
  }, [token]);
  const readAgain = (): void => {
    setFailure(null);
    previewInvitation(token).then(setInvitation, notRead);
  };

  /** Runs a request of the session that ends. Returns null after a failure, which it has reported. */
  const askToLeave = async <Answer,>(
    request: (session: string) => Promise<Answer>,
  ): Promise<Answer | 'over' | null> => {
    const session = getToken();
    if (session === null) return null;
    try {
      return await request(session);
    } catch (error) {
      if (toAppError(error).code === 'UNAUTHENTICATED') return 'over';
      reportError(error, { fallback: sessionTexts.failedToSignOut });
      return null;
    }
  };
  const leave = async (discard: () => Promise<unknown>): Promise<void> => {
    if ((await askToLeave(signOut)) === null) return;
    removePersonalValues();
    await discard();
    setRefusal(null);
    setToken(null);
  };
  const changeAccount = async (): Promise<void> => {
    const who = await askToLeave(fetchTokenOwner);
    if (who === 'over') await leave(() => Promise.resolve());
    else if (who) setLeaverId(who.id);
  };

  if (over !== null) return <Over reason={over} />;
  if (failure !== null) {
    return (
      <main className="grid min-h-dvh bg-sheet">
        <ErrorState message={errorText(failure, texts.lookFailed)} onRetry={readAgain} />
      </main>
    );
  }
  if (!invitation) return <FullScreenSpinner />;
  if (challenge !== null && !isSignedIn) {
    const done = (): void => {
      setChallenge(null);
      void join();
    };
    const end = (): void => {
      clearChallenge();
      setAgain(true);
      setChallenge(null);
    };
    return <TwoFactorForm challenge={challenge} onDone={done} onOver={end} />;
  }
  const { projectName, inviter, email, role, expiresAt } = invitation;
  const isOwner = role === 'OWNER';
  // A refusal without a translation is about the address.
  const reason = refusal === '' ? texts.ownersOnly(email) : refusal;
  return (
    <AuthLayout tall={!isSignedIn} title={texts.title(projectName)} text={texts.text[role](inviter)}>
      {isSignedIn ? (
        <Join pending={isJoining} refusal={reason} onJoin={() => void join()} onAnother={() => void changeAccount()} />
      ) : (
        <Enter token={token} email={email} isAgain={isAgain} onChallenge={setChallenge} onDone={() => void join()} />
      )}
      {leaverId !== null && (
        <Suspense>
          <SwitchAccountDialog
            userId={leaverId}
            onAnswer={(discard) => {
              setLeaverId(null);
              if (discard) void leave(discard);
            }}
          />
        </Suspense>
      )}
      <p className="mt-6 text-xs text-ink-3 wrap-anywhere">
        {texts.sentTo(email, expiresAt)} {isOwner && texts.ownersOnly(email)}
      </p>
    </AuthLayout>
  );
};

/** /invitation?token=… This single page leads from the email to the board, including sign-up. */
export const InvitationPage = () => {
  usePageTitle(texts.pageTitle);
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  return <OpenInvitation key={token} token={token} />;
};
