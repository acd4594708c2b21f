import type { ReactElement, ReactNode } from 'react';
import { msg, t } from '@lingui/core/macro';
import { LOCALE } from '../language/language';
import { rich } from './rich';

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });

/** Texts of the page that an invitation's link opens. */
export const invitationTexts = {
  pageTitle: t`Invitation`,
  title: (project: string) => t`Join “${project}”`,
  text: {
    OWNER: (inviter: string) => t`${inviter} invited you to this project as an owner.`,
    MEMBER: (inviter: string) => t`${inviter} invited you to this project.`,
    COMMENTER: (inviter: string) => t`${inviter} invited you to view and comment on this project.`,
    VIEWER: (inviter: string) => t`${inviter} invited you to view this project.`,
  },
  lookFailed: t`Couldn’t load the invitation`,
  noToken: t`This link is incomplete. Open it from the email again.`,
  signedInAs: (name: ReactNode) => rich(msg`You’re signed in as <name/>.`, { name: <>{name}</> }),
  join: t`Join project`,
  joined: (project: string) => t`You joined ${project}`,
  joinFailed: t`Couldn’t join the project`,
  another: t`Switch account`,
  asNew: (link: ReactElement) => rich(msg`Create an account to join, or <link>sign in</link>.`, { link }),
  asMember: t`Sign in to join. Sign-up is closed.`,
  asKnown: (link: ReactElement) => rich(msg`Sign in to join, or <link>create an account</link>.`, { link }),
  registerAndJoin: t`Create account and join`,
  signInAndJoin: t`Sign in and join`,
  sentTo: (email: string, until: string) =>
    t`Sent to ${email}. The link works once and expires on ${{ day: day.format(new Date(until)) }}.`,
  ownersOnly: (email: string) => t`This grants owner access, so only ${email} can accept it.`,
  over: {
    title: t`This invitation is no longer valid`,
    next: t`Already joined? You’ll find it under Projects.`,
    projects: t`Go to Projects`,
    signIn: t`Sign in`,
  },
};
