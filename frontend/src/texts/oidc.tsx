import type { ReactElement } from 'react';
import { msg, t } from '@lingui/core/macro';
import { rich } from './rich';

/** Texts of the sign-in with an OpenID Connect provider. */
export const oidcTexts = {
  continueWith: (provider: string) => t`Continue with ${provider}`,
  failed: (provider: string) => t`Couldn’t reach ${provider}`,
  or: t`or`,
  page: {
    title: t`Sign in`,
    failedTitle: t`You’re not signed in`,
    denied: (provider: string) => t`You canceled the sign-in at ${provider}, or it refused you.`,
    lost: t`This sign-in has ended, or began in another tab. Please start again.`,
    failed: t`Couldn’t complete the sign-in`,
    again: t`Back to sign-in`,
    done: t`Welcome back!`,
    returnedTitle: t`You can close this window`,
    returned: t`Go back to the window you came from.`,
  },
  passwords: (link: ReactElement) => rich(msg`Administrator? <link>Use your password</link>`, { link }),
};
