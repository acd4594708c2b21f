import { authTexts } from '../texts/auth';
import { AuthLink } from '../features/account/session/AuthLayout';
import { MailLink } from '../features/account/session/MailLink';
import { verifyEmail } from '../features/account/session/verifyEmail';

const { verify: texts } = authTexts;

/** /verify-email?token=… */
export const VerifyEmailPage = () => (
  <MailLink
    texts={texts}
    send={verifyEmail}
    doneText=""
    next={<p>{texts.open(<AuthLink to="/" />)}</p>}
    over={texts.over(<AuthLink to="/profile" />)}
  />
);
