import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { toAppError } from '../sync/client/errors';
import { refusalText } from '../lib/reasonWords';
import { providerName } from '../lib/signInWays';
import { usePageTitle } from '../lib/usePageTitle';
import { oidcTexts } from '../texts/oidc';
import { LinkButton } from '../ui/LinkButton';
import { notify } from '../ui/notify';
import { FullScreenSpinner } from '../ui/Spinner';
import { AuthLayout } from '../features/account/session/AuthLayout';
import { completeSignIn, isStartedHere, readStart } from '../features/account/session/oidc';
import { sendToOpener } from '../features/account/session/providerWindow';

const { page: texts } = oidcTexts;

/** /oidc?state=…&code=… The provider returns here. */
export const OidcPage = () => {
  usePageTitle(texts.title);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [isReturned, setReturned] = useState(false);
  const isBegun = useRef(false);
  // Read before the sign-in is completed, which forgets it.
  const [start] = useState(() => readStart(params.get('state') ?? ''));

  const complete = async (): Promise<void> => {
    const state = params.get('state') ?? '';
    const answer = { state, code: params.get('code') ?? '', iss: params.get('iss') };
    const isDenied = params.has('error');
    if (!isStartedHere(state)) {
      if (await sendToOpener({ ...answer, isDenied })) {
        setReturned(true);
        window.close();
      } else setFailure(texts.lost);
      return;
    }
    if (isDenied) {
      setFailure(texts.denied(providerName()));
      return;
    }
    try {
      const { path, state: from, isSignedIn } = await completeSignIn(answer);
      if (isSignedIn) notify.success(texts.done);
      void navigate(path, { replace: true, state: from });
    } catch (error) {
      const { message, fields, retryAfter } = toAppError(error);
      const [reason] = Object.values(fields).flat();
      setFailure(reason ?? (refusalText(message, retryAfter) || texts.failed));
    }
  };
  const begin = useEffectEvent(complete);
  useEffect(() => {
    // an answer can be used only once, but effects run twice in development
    if (isBegun.current) return;
    isBegun.current = true;
    void begin();
  }, []);

  if (isReturned) {
    return (
      <AuthLayout title={texts.returnedTitle} text={texts.returned}>
        {null}
      </AuthLayout>
    );
  }
  if (failure === null) return <FullScreenSpinner />;
  return (
    <AuthLayout title={texts.failedTitle} text={<span role="alert">{failure}</span>}>
      <div className="mt-7 grid justify-items-start">
        <LinkButton to={start.path} state={start.state} size="xl">
          {texts.again}
        </LinkButton>
      </div>
    </AuthLayout>
  );
};
