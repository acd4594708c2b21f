import type { ReactElement } from 'react';
import { msg, t } from '@lingui/core/macro';
import { rich } from './rich';

export const loginTexts = {
  pageTitle: t`Sign in`,
  title: (brand: string) => t`Sign in to ${brand}`,
  newHere: {
    open: (link: ReactElement) => rich(msg`New here? <link>Sign up</link>`, { link }),
    invited: () => t`New here? Ask someone on your team to invite you.`,
    closed: () => null,
  },
  email: t`Email`,
  password: t`Password`,
  forgotten: t`Forgot your password?`,
  submit: t`Sign in`,
  done: t`Welcome back!`,
  failed: t`Login failed`,
  secondStep: {
    title: t`Enter your code`,
    app: t`Enter the 6-digit code from your authenticator app.`,
    recovery: t`A code you saved when you turned on two-factor sign-in. None left? Contact your administrator.`,
    code: t`Code`,
    recoveryCode: t`Recovery code`,
    takeRecovery: t`Use a recovery code`,
    takeApp: t`Use your authenticator app`,
    back: t`Start over`,
  },
};
