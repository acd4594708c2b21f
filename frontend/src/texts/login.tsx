import type { ReactNode } from 'react';

/** The words of /login. */
export const loginTexts = {
  pageTitle: 'Sign in',
  title: (brand: string) => `Sign in to ${brand}`,
  newHere: (link: (words: string) => ReactNode) => <>New here? {link('Sign up')}</>,
  email: 'Email',
  password: 'Password',
  forgotten: 'Forgot your password?',
  submit: 'Sign in',
  done: 'Welcome back!',
  failed: 'Login failed',
};
