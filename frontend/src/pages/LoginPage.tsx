import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { brandName } from '../lib/brand';
import { clearDraft } from '../lib/drafts';
import { signUp } from '../lib/signUp';
import { passwordsOff, providerName } from '../lib/signInWays';
import { usePageTitle } from '../lib/usePageTitle';
import { loginTexts } from '../texts/login';
import { notify } from '../ui/notify';
import { clearChallenge, readChallenge } from '../features/account/session/challenge';
import { AuthLayout, AuthLink } from '../features/account/session/AuthLayout';
import { ProviderButton } from '../features/account/session/LazyProviderButton';
import { LoginForm } from '../features/account/session/LoginForm';
import { TwoFactorForm } from '../features/account/session/TwoFactorForm';
import { repeatExpiredMessage } from '../features/account/session/token';

const DRAFT = 'login';

const welcome = (): void => {
  clearDraft(DRAFT);
  notify.success(loginTexts.done);
};

export const LoginPage = () => {
  usePageTitle(loginTexts.pageTitle);
  const [challenge, setChallenge] = useState(readChallenge);
  const [isAgain, setAgain] = useState(false);
  useEffect(repeatExpiredMessage, []);
  const { search } = useLocation();
  const isAlone = passwordsOff() && !/[?&]password\b/.test(search);
  if (challenge === null) {
    return (
      <AuthLayout
        title={loginTexts.title(brandName())}
        text={loginTexts.newHere[signUp()](<AuthLink to="/register" />)}
      >
        {!isAlone && <LoginForm draft={DRAFT} isAgain={isAgain} onChallenge={setChallenge} onDone={welcome} />}
        {providerName() && <ProviderButton isAlone={isAlone} />}
      </AuthLayout>
    );
  }
  const end = (): void => {
    clearChallenge();
    setAgain(true);
    setChallenge(null);
  };
  return <TwoFactorForm challenge={challenge} onDone={welcome} onOver={end} />;
};
