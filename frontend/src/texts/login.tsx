import type { ReactNode } from 'react';

/** The words of /login. */
export const loginTexts = {
  pageTitle: 'Sign in',
  title: (brand: string) => `Sign in to ${brand}`,
  newHere: {
    open: (link: (words: string) => ReactNode) => <>New here? {link('Sign up')}</>,
    invited: () => 'New here? Ask someone on your team to invite you.',
    closed: () => null,
  },
  email: 'Email',
  password: 'Password',
  forgotten: 'Forgot your password?',
  submit: 'Sign in',
  done: 'Welcome back!',
  failed: 'Login failed',
  secondStep: {
    title: 'Enter your code',
    app: 'Your authenticator app shows six digits for this account.',
    recovery:
      'One of the codes you saved when you switched two-factor sign-in on. If you have none left, ask whoever runs this server.',
    code: 'Code',
    recoveryCode: 'Recovery code',
    takeRecovery: 'Use a recovery code',
    takeApp: 'Use a code of the app',
    back: 'Begin anew',
  },
};
