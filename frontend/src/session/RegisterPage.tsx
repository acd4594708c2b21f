import { usePageTitle } from '../lib/usePageTitle';
import { doorsTexts } from '../texts/doors';
import { Door, doorLink } from './Door';
import { RegisterForm } from './RegisterForm';

const { register: texts } = doorsTexts;

/** /register */
export const RegisterPage = () => {
  usePageTitle(texts.pageTitle);
  return (
    <Door tall title={texts.title} text={texts.known(doorLink('/login'))}>
      <RegisterForm draft="register" />
    </Door>
  );
};
