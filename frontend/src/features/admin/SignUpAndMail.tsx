import { useMutation } from '@apollo/client/react';
import { SignUp } from '@contract/admin';
import { newId } from '../../sync/client/mutationId';
import { reportError, succeeds } from '../../sync/client/errors';
import { formatFull } from '../../lib/dates/format';
import { type InstanceStateFragment, SendTestMailDocument, UpdateSettingsDocument } from './Admin.generated';
import { Facts } from './Facts';
import { InstanceQuery } from './InstanceQuery';
import { adminTexts } from '../../texts/admin';
import { Button } from '../../ui/Button';
import { notify } from '../../ui/notify';
import { RadioRow } from '../../ui/RadioRow';

const { signUp: texts } = adminTexts;

interface SectionProps {
  instance: InstanceStateFragment;
  refresh: () => Promise<void>;
}

const SignUpSection = ({ instance, refresh }: SectionProps) => {
  const [update, { loading }] = useMutation(UpdateSettingsDocument);
  const mode = instance.signUp as SignUp;
  const choose = async (signUp: SignUp): Promise<void> => {
    const input = { signUp, mutationId: newId() };
    const isDone = await succeeds(update({ variables: { input } }), texts.failed);
    await refresh();
    if (isDone) notify.success(texts.saved);
  };
  return (
    <section aria-labelledby="sign-up-title" className="mb-9 border-b border-line pb-9">
      <h2 id="sign-up-title" className="text-md tracking-tight">
        {texts.heading}
      </h2>
      <p className="text-ink-3">{texts.text}</p>
      <div className="mt-4">
        {instance.isSignUpFixed ? (
          <p className="font-medium">{texts.modes[mode].label}</p>
        ) : (
          <RadioRow
            aria-label={texts.heading}
            className="grid gap-1.5 sm:auto-cols-fr sm:grid-flow-col"
            choiceClassName="choice"
            value={mode}
            onValueChange={(value) => !loading && void choose(value)}
            choices={Object.values(SignUp).map((value) => ({ value, label: texts.modes[value].label }))}
          />
        )}
        <p className="mt-2">{texts.modes[mode].text}</p>
        {instance.signUpDomains.length > 0 && mode === 'open' && (
          <p className="wrap-anywhere">{texts.domains(instance.signUpDomains.join(', '))}</p>
        )}
        {instance.isSignUpFixed && <p className="mt-2 text-ink-3">{texts.fixed}</p>}
      </div>
    </section>
  );
};

const MailSection = ({ instance, refresh }: SectionProps) => {
  const [send, { loading }] = useMutation(SendTestMailDocument, { fetchPolicy: 'no-cache' });
  const test = async (): Promise<void> => {
    try {
      const { data } = await send({ variables: { input: { mutationId: newId() } } });
      const { sentTo = '', failure = null } = data?.sendTestMail ?? {};
      if (failure !== null) notify.error(texts.testFailedWith(failure));
      else notify.success(instance.sendsMail ? texts.tested(sentTo) : texts.written);
    } catch (error) {
      reportError(error, { fallback: texts.testFailed });
    }
    await refresh();
  };
  const { mailFailure, mailFailedAt } = instance;
  return (
    <section aria-labelledby="mail-title">
      <h2 id="mail-title" className="text-md tracking-tight">
        {texts.mail}
      </h2>
      <Facts
        facts={[
          [texts.server, instance.mailServer ?? texts.noServer],
          [texts.from, instance.mailFrom],
          [
            texts.lastError,
            mailFailure === null ? (
              texts.noError
            ) : (
              <>
                {mailFailure} <span className="text-ink-3">{mailFailedAt && formatFull(mailFailedAt)}</span>
              </>
            ),
          ],
        ]}
      />
      <Button className="mt-3" pending={loading} onClick={() => void test()}>
        {texts.test}
      </Button>
    </section>
  );
};

/** Who can create an account, and whether emails go out. */
export const SignUpAndMail = () => (
  <InstanceQuery>
    {(instance, refresh) => (
      <>
        <SignUpSection instance={instance} refresh={refresh} />
        <MailSection instance={instance} refresh={refresh} />
      </>
    )}
  </InstanceQuery>
);
