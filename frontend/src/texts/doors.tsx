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
      closed: { title: 'Sign-up is closed', text: 'Ask the people who run this server.' },
    },
  },
  forgot: {
    pageTitle: 'Forgot password',
    title: 'Forgot your password?',
    remembered: (link: LinkOf) => <>Remembered it? {link('Sign in')}</>,
    email: 'Email',
    hint: 'We send a link to this address, with which you choose a new password.',
    submit: 'Send reset link',
    another: 'Use another address',
    failed: 'Failed to send the mail',
  },
  reset: {
    title: 'Choose a new password',
    remembered: (link: LinkOf) => <>Remembered the old one? {link('Sign in')}</>,
    noToken: 'This link is not complete. Please ask for a new one.',
    newLink: 'Ask for a new link',
    password: 'New password',
    passwordHint,
    confirmPassword: 'Confirm password',
    confirmRequired: 'Confirm password is required',
    confirmDiffers: 'Passwords must match',
    submit: 'Reset password',
    failed: 'Failed to reset the password',
  },
  revert: {
    title: 'Take your e-mail address back',
    noToken: 'This link is not complete. Please open it from the mail again.',
    text: 'Somebody gave your account another e-mail address. If that was you, there is nothing to do.',
    what: 'Taking it back makes the former address yours again, signs everybody out on every device, and mails a link to a new password to it.',
    over: (link: LinkOf) => (
      <>Each link works once, for seven days. {link('Sign in')}, or if you cannot, ask whoever runs this server.</>
    ),
    submit: 'Take it back',
    failed: 'Failed to take the address back',
    next: 'Open the link in that mail and choose a new password. Until then, neither e-mail nor two-factor sign-in can be changed.',
    again: (link: LinkOf) => <>No mail? {link('Ask for a new link')}</>,
    known: (link: LinkOf) => <>Remembered the password? {link('Sign in')}</>,
  },
};
