import { signUp } from '../lib/signUp';
import { usePageTitle } from '../lib/usePageTitle';
import { doorsTexts } from '../texts/doors';
import { Door, DoorLink } from '../features/account/session/Door';
import { RegisterForm } from '../features/account/session/RegisterForm';

const { register: texts } = doorsTexts;

/** /register */
export const RegisterPage = () => {
  usePageTitle(texts.pageTitle);
  const mode = signUp();
  if (mode !== 'open') {
    const { title, text } = texts.refused[mode];
    return (
      <Door title={title} text={text}>
        <p className="mt-7 text-base">{texts.known(<DoorLink to="/login" />)}</p>
      </Door>
    );
  }
  return (
    <Door tall title={texts.title} text={texts.known(<DoorLink to="/login" />)}>
      <RegisterForm draft="register" />
    </Door>
  );
};
