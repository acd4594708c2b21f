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
    app: 'Enter the 6-digit code from your authenticator app.',
    recovery: 'A code you saved when you turned on two-factor sign-in. None left? Contact your administrator.',
    code: 'Code',
    recoveryCode: 'Recovery code',
    takeRecovery: 'Use a recovery code',
    takeApp: 'Use your authenticator app',
    back: 'Start over',
  },
};
