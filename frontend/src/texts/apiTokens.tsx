import type { ReactNode } from 'react';
import { number, plural } from './format';

/** A link inside a sentence: where it leads is the page's business, its words are the sentence's. */
type LinkOf = (words: string) => ReactNode;

/** The words of the tokens for programs in /settings. */
export const apiTokensTexts = {
  title: 'API Tokens',
  text: (link: LinkOf) => (
    <>A script or another program that has one acts as you, by the API. {link('Guide for programs')}</>
  ),
  list: 'API tokens',
  failedToFetch: 'Failed to fetch your API tokens',
  empty: { title: 'No tokens yet', text: 'Make one for each program that you let in.' },
  new: 'New Token',
  scopes: { READ: 'Read', WRITE: 'Read and write' },
  allProjects: 'All projects',
  projectsLeft: (count: number) =>
    plural(count, { one: `${number(count)} project`, other: `${number(count)} projects` }),
  ends: (day: string) => `Ends ${day}`,
  lastUsed: (moment: string) => `Last used: ${moment}`,
  neverUsed: 'Never used',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'The program that uses it is shut out at once. This cannot be undone.',
  revoked: 'Token revoked',
  revokeFailed: 'Failed to revoke the token',
  create: {
    title: 'New API token',
    name: 'Name',
    nameHint: 'The program it is for, so that you know it again.',
    scope: 'Access',
    scopeHints: {
      READ: 'Reads what you can read, and changes nothing.',
      WRITE: 'Also writes tasks, comments and notes. Never members, roles or your account.',
    },
    projects: 'Projects',
    all: 'All of mine',
    some: 'Only some',
    allHint: 'New ones too, as long as you belong to them.',
    someHint: 'It sees none of the others, no notifications, and makes no projects.',
    find: 'Find a project',
    noneFound: 'No project found',
    noProjects: 'You have no projects yet.',
    loadingProjects: 'Loading projects…',
    failedProjects: 'Failed to fetch your projects',
    end: 'Ends',
    lives: { days30: 'In 30 days', days90: 'In 90 days', year: 'In a year', other: 'On another day' },
    endHint: (day: string) => `On ${day}. You get a mail a week before.`,
    day: 'Day',
    dayHint: 'Within a year.',
    dayUnread: 'Write a day, like Nov 27 or 2026-11-27',
    submit: 'Create token',
    failed: 'Failed to create the token',
  },
  made: {
    title: 'Your new token',
    text: 'It is shown only now. Keep it like a password: whoever has it acts as you.',
    token: 'Token',
    copyToken: 'Copy the token',
    tokenCopied: 'Token copied',
    try: 'Try it in a terminal:',
    command: 'Command',
    copyCommand: 'Copy the command',
    more: (link: LinkOf) => <>What comes next: {link('Guide for programs')}</>,
    commandCopied: 'Command copied',
    copyFailed: 'Failed to copy',
    saved: 'I have saved it',
    first: 'Save the token first: it is not shown again.',
  },
};
