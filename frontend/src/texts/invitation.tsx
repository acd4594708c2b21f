import type { ReactNode } from 'react';
import { LOCALE } from './format';

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });

/** What leads to the other form, inside a sentence. */
type LinkOf = (words: string) => ReactNode;

/** The words of the page that an invitation's link opens. */
export const invitationTexts = {
  pageTitle: 'Invitation',
  title: (project: string) => `Join “${project}”`,
  text: (inviter: string, isOwner: boolean) =>
    `${inviter} invites you to this project${isOwner ? ', as one of its owners' : ''}.`,
  lookFailed: 'The invitation could not be read',
  noToken: 'This link is not complete. Please open it from the mail again.',
  signedInAs: (name: ReactNode) => <>You are signed in as {name}.</>,
  join: 'Join the project',
  joined: (project: string) => `You are now a member of ${project}`,
  joinFailed: 'Failed to join the project',
  another: 'Use another account',
  asNew: (link: LinkOf) => <>Make an account to join, or {link('sign in')} if you have one.</>,
  asMember: 'Sign in to join. This server takes no new accounts.',
  asKnown: (link: LinkOf) => <>Sign in to join, or {link('make an account')} if you have none.</>,
  registerAndJoin: 'Create account and join',
  signInAndJoin: 'Sign in and join',
  sentTo: (email: string, until: string) =>
    `Sent to ${email}. The link works once, until ${day.format(new Date(until))}.`,
  ownersOnly: (email: string) => `It makes an owner, so only the account of ${email} can accept it.`,
  over: {
    title: 'This invitation is over',
    next: 'If you have joined already, the project is among yours.',
    projects: 'Open your projects',
    signIn: 'Sign in',
  },
};
