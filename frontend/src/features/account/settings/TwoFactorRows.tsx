import { errorText } from '../../../sync/client/errors';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { providerName } from '../../../lib/signInWays';
import { securityTexts as texts } from '../../../texts/security';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { ErrorState } from '../../../ui/ErrorState';
import { Skeleton } from '../../../ui/Skeleton';
import { useAsked } from '../../../ui/useAsked';
import { EnableTwoFactor } from './EnableTwoFactor';
import { IdentitiesRow } from './IdentitiesRow';
import { DisableTwoFactor, RenewRecoveryCodes } from './ProofDialogs';
import { SecurityDocument } from './Security.generated';
import { SettingsRow } from './SettingsSection';

const { twoFactor } = settingsTexts.security;

/** The state of two-factor sign-in, and its actions. */
export const TwoFactorRows = () => {
  const { data, error, loading, readAgain } = usePageQuery(SecurityDocument);
  // Each dialog starts from the beginning when it is opened, so no secret is shown again.
  const { asked, times, isOpen, ask, close } = useAsked<'enable' | 'disable' | 'renew'>();
  const propsOf = (name: typeof asked) => ({
    open: isOpen && asked === name,
    onClose: close,
    onChanged: () => void readAgain(),
  });

  if (error && !data) {
    return <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={readAgain} />;
  }
  const isOn = data?.me.twoFactor ?? false;
  const left = data?.me.recoveryCodesLeft ?? 0;
  return (
    <>
      <SettingsRow {...twoFactor} state={data && (isOn ? texts.on : texts.off)}>
        {({ labelId }) =>
          data ? (
            <Button aria-describedby={labelId} onClick={() => ask(isOn ? 'disable' : 'enable')}>
              {isOn ? texts.disable : texts.enable}
            </Button>
          ) : (
            <Skeleton className="h-8 w-16" />
          )
        }
      </SettingsRow>
      {isOn && (
        <SettingsRow title={texts.recovery.title} text={texts.recovery.text} state={texts.recovery.left(left)}>
          {() => <Button onClick={() => ask('renew')}>{texts.recovery.renew}</Button>}
        </SettingsRow>
      )}
      {providerName() && data && <IdentitiesRow isTwoFactor={isOn} />}
      <EnableTwoFactor key={`enable${times}`} {...propsOf('enable')} />
      <DisableTwoFactor key={`disable${times}`} {...propsOf('disable')} />
      <RenewRecoveryCodes key={`renew${times}`} {...propsOf('renew')} />
    </>
  );
};
