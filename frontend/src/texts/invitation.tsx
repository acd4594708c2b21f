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
    `${inviter} invited you to this project${isOwner ? ' as an owner' : ''}.`,
  lookFailed: 'Couldn’t load the invitation',
  noToken: 'This link is incomplete. Open it from the email again.',
  signedInAs: (name: ReactNode) => <>You’re signed in as {name}.</>,
  join: 'Join project',
  joined: (project: string) => `You joined ${project}`,
  joinFailed: 'Couldn’t join the project',
  another: 'Switch account',
  asNew: (link: LinkOf) => <>Create an account to join, or {link('sign in')}.</>,
  asMember: 'Sign in to join. Sign-up is closed.',
  asKnown: (link: LinkOf) => <>Sign in to join, or {link('create an account')}.</>,
  registerAndJoin: 'Create account and join',
  signInAndJoin: 'Sign in and join',
  sentTo: (email: string, until: string) =>
    `Sent to ${email}. The link works once and expires on ${day.format(new Date(until))}.`,
  ownersOnly: (email: string) => `This grants owner access, so only ${email} can accept it.`,
  over: {
    title: 'This invitation is no longer valid',
    next: 'Already joined? You’ll find it under Projects.',
    projects: 'Go to Projects',
    signIn: 'Sign in',
  },
};
