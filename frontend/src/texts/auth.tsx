import type { ReactElement } from 'react';
import { msg, t } from '@lingui/core/macro';
import { rich } from './rich';

const passwordHint = t`At least 8 characters with an uppercase letter, a lowercase letter and a number.`;

/** Texts of the sign-in pages other than /login. */
export const authTexts = {
  register: {
    pageTitle: t`Create account`,
    title: t`Create your account`,
    known: (link: ReactElement) => rich(msg`Already have an account? <link>Sign in</link>`, { link }),
    firstName: t`First name`,
    lastName: t`Last name`,
    username: t`Username`,
    email: t`Email`,
    password: t`Password`,
    passwordHint,
    confirmPassword: t`Confirm password`,
    submit: t`Create account`,
    done: t`Account created successfully!`,
    failed: t`Registration failed`,
    refused: {
      invited: {
        title: t`You need an invitation`,
        text: t`Ask someone who owns a project to invite you. The link in their email creates your account.`,
      },
      closed: { title: t`Sign-up is closed`, text: t`Contact your administrator.` },
    },
  },
  forgot: {
    pageTitle: t`Forgot password`,
    title: t`Forgot your password?`,
    remembered: (link: ReactElement) => rich(msg`Remember it? <link>Sign in</link>`, { link }),
    email: t`Email`,
    hint: t`We’ll email you a link to reset your password.`,
    submit: t`Send reset link`,
    another: t`Use a different email`,
    failed: t`Couldn’t send the email`,
  },
  reset: {
    title: t`Choose a new password`,
    remembered: (link: ReactElement) => rich(msg`Remember your password? <link>Sign in</link>`, { link }),
    noToken: t`This link is incomplete. Request a new one.`,
    newLink: t`Request a new link`,
    password: t`New password`,
    passwordHint,
    confirmPassword: t`Confirm password`,
    confirmRequired: t`Confirm password is required`,
    confirmDiffers: t`Passwords must match`,
    submit: t`Reset password`,
    failed: t`Couldn’t reset your password`,
  },
  verify: {
    title: t`Confirm your email address`,
    noToken: t`This link is incomplete. Open it from the email again.`,
    text: t`Confirm that this address is yours.`,
    what: t`This signs out other devices and removes existing API tokens and two-factor settings, in case someone else used your address.`,
    submit: t`Confirm email`,
    failed: t`Couldn’t confirm your email`,
    over: (link: ReactElement) =>
      rich(msg`Links work once and expire after 24 hours. Send yourself another one from <link>your profile</link>.`, {
        link,
      }),
    open: (link: ReactElement) => rich(msg`<link>Continue</link>`, { link }),
  },
  revert: {
    title: t`Restore your email address`,
    noToken: t`This link is incomplete. Open it from the email again.`,
    text: t`Your account’s email was changed. If that was you, ignore this.`,
    what: t`Restoring it signs out all devices and emails a password reset link to your old address.`,
    over: (link: ReactElement) =>
      rich(msg`Links work once and expire after 7 days. <link>Sign in</link> or contact your administrator.`, { link }),
    submit: t`Restore email`,
    failed: t`Couldn’t restore your email`,
    next: t`Open the link in that email to choose a new password. Until then, you can’t change your email or two-factor settings.`,
    again: (link: ReactElement) => rich(msg`No email? <link>Request a new link</link>`, { link }),
    known: (link: ReactElement) => rich(msg`Remember your password? <link>Sign in</link>`, { link }),
  },
};
