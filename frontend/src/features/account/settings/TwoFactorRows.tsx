import { useState } from 'react';
import { errorText } from '../../../sync/client/errors';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { providerName } from '../../../lib/signInWays';
import { securityTexts as texts } from '../../../texts/security';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { ErrorState } from '../../../ui/ErrorState';
import { Skeleton } from '../../../ui/Skeleton';
import { EnableTwoFactor } from './EnableTwoFactor';
import { IdentitiesRow } from './IdentitiesRow';
import { DisableTwoFactor, RenewRecoveryCodes } from './ProofDialogs';
import { SecurityDocument } from './Security.generated';
import { SettingsRow } from './SettingsSection';

const { twoFactor } = settingsTexts.security;

/** Each dialog starts from the beginning when it is opened, so no secret is shown again. */
type OpenDialog = { dialog: 'enable' | 'disable' | 'renew' | null; times: number };

/** The state of two-factor sign-in, and its actions. */
export const TwoFactorRows = () => {
  const { data, error, loading, readAgain } = usePageQuery(SecurityDocument);
  const [{ dialog, times }, setOpened] = useState<OpenDialog>({ dialog: null, times: 0 });
  const open = (next: OpenDialog['dialog']) => () => setOpened({ dialog: next, times: times + 1 });
  const close = (): void => setOpened({ dialog: null, times });

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
            <Button aria-describedby={labelId} onClick={open(isOn ? 'disable' : 'enable')}>
              {isOn ? texts.disable : texts.enable}
            </Button>
          ) : (
            <Skeleton className="h-8 w-16" />
          )
        }
      </SettingsRow>
      {isOn && (
        <SettingsRow title={texts.recovery.title} text={texts.recovery.text} state={texts.recovery.left(left)}>
          {() => <Button onClick={open('renew')}>{texts.recovery.renew}</Button>}
        </SettingsRow>
      )}
      {providerName() && data && <IdentitiesRow isTwoFactor={isOn} />}
      <EnableTwoFactor
        key={`enable${times}`}
        open={dialog === 'enable'}
        onClose={close}
        onChanged={() => void readAgain()}
      />
      <DisableTwoFactor
        key={`disable${times}`}
        open={dialog === 'disable'}
        onClose={close}
        onChanged={() => void readAgain()}
      />
      <RenewRecoveryCodes
        key={`renew${times}`}
        open={dialog === 'renew'}
        onClose={close}
        onChanged={() => void readAgain()}
      />
    </>
  );
};
