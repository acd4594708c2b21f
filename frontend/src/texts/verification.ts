import { t } from '@lingui/core/macro';

/** Texts of the hint that an email address is not confirmed yet. */
export const verificationTexts = {
  text: t`Confirm your email address with the link we sent you.`,
  resend: t`Send another link`,
  failed: t`Couldn’t send the link`,
};
