import { useSearchParams } from 'react-router-dom';
import { passwordsOff, providerName } from '../lib/signInWays';
import { signUp } from '../lib/signUp';
import { usePageTitle } from '../lib/usePageTitle';
import { authTexts } from '../texts/auth';
import { AuthLayout, AuthLink } from '../features/account/session/AuthLayout';
import { ProviderButton } from '../features/account/session/LazyProviderButton';
import { RegisterForm } from '../features/account/session/RegisterForm';

const { register: texts } = authTexts;

export const RegisterPage = () => {
  usePageTitle(texts.pageTitle);
  const [params] = useSearchParams();
  const mode = signUp();
  const isAlone = passwordsOff();
  // an administrator's invitation names its address
  const [invitation, email] = [params.get('invitation'), params.get('email')];
  const invited = invitation && email ? { invitation, email, isFixed: true } : undefined;
  if (!invited && mode !== 'open') {
    const { title, text } = texts.refused[mode];
    return (
      <AuthLayout title={title} text={text}>
        <p className="mt-7 text-base">{texts.known(<AuthLink to="/login" />)}</p>
        {/* The provider may decide who signs up. */}
        {providerName() && <ProviderButton isAlone={isAlone} />}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout tall title={texts.title} text={texts.known(<AuthLink to="/login" />)}>
      {!isAlone && <RegisterForm draft="register" {...invited} />}
      {providerName() && <ProviderButton isAlone={isAlone} invitation={invited?.invitation} />}
    </AuthLayout>
  );
};
