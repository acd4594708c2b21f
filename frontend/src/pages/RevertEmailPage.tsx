import { authTexts } from '../texts/auth';
import { AuthLink } from '../features/account/session/AuthLayout';
import { MailLink } from '../features/account/session/MailLink';
import { revertEmail } from '../features/account/session/accountLinks';

const { revert: texts } = authTexts;

/** /revert-email?token=… */
export const RevertEmailPage = () => (
  <MailLink
    texts={texts}
    send={revertEmail}
    doneText={texts.known(<AuthLink to="/login" />)}
    next={
      <>
        <p>{texts.next}</p>
        <p className="text-ink-3">{texts.again(<AuthLink to="/forgot-password" />)}</p>
      </>
    }
    over={texts.over(<AuthLink to="/login" />)}
  />
);
