import type { ReactNode } from 'react';

/** A link inside a sentence: where it leads is the page's business, its words are the sentence's. */
type LinkOf = (words: string) => ReactNode;

const passwordHint = 'At least 8 characters with an uppercase letter, a lowercase letter and a number.';

/** The words of the ways in beside /login. */
export const doorsTexts = {
  register: {
    pageTitle: 'Create account',
    title: 'Create your account',
    known: (link: LinkOf) => <>Already have an account? {link('Sign in')}</>,
    firstName: 'First name',
    lastName: 'Last name',
    username: 'Username',
    email: 'Email',
    password: 'Password',
    passwordHint,
    confirmPassword: 'Confirm password',
    submit: 'Create account',
    done: 'Account created successfully!',
    failed: 'Registration failed',
    refused: {
      invited: {
        title: 'You need an invitation',
        text: 'Ask someone who owns a project to invite you. The link in their email creates your account.',
      },
      closed: { title: 'Sign-up is closed', text: 'Contact your administrator.' },
    },
  },
  forgot: {
    pageTitle: 'Forgot password',
    title: 'Forgot your password?',
    remembered: (link: LinkOf) => <>Remember it? {link('Sign in')}</>,
    email: 'Email',
    hint: 'We’ll email you a link to reset your password.',
    submit: 'Send reset link',
    another: 'Use a different email',
    failed: 'Couldn’t send the email',
  },
  reset: {
    title: 'Choose a new password',
    remembered: (link: LinkOf) => <>Remember your password? {link('Sign in')}</>,
    noToken: 'This link is incomplete. Request a new one.',
    newLink: 'Request a new link',
    password: 'New password',
    passwordHint,
    confirmPassword: 'Confirm password',
    confirmRequired: 'Confirm password is required',
    confirmDiffers: 'Passwords must match',
    submit: 'Reset password',
    failed: 'Couldn’t reset your password',
  },
  revert: {
    title: 'Restore your email address',
    noToken: 'This link is incomplete. Open it from the email again.',
    text: 'Your account’s email was changed. If that was you, ignore this.',
    what: 'Restoring it signs out all devices and emails a password reset link to your old address.',
    over: (link: LinkOf) => (
      <>Links work once and expire after 7 days. {link('Sign in')} or contact your administrator.</>
    ),
    submit: 'Restore email',
    failed: 'Couldn’t restore your email',
    next: 'Open the link in that email to choose a new password. Until then, you can’t change your email or two-factor settings.',
    again: (link: LinkOf) => <>No email? {link('Request a new link')}</>,
    known: (link: LinkOf) => <>Remember your password? {link('Sign in')}</>,
  },
};
