import { plural, t } from '@lingui/core/macro';
import { LOCALE } from '../language/language';

/* Translations of the server's messages, by their English text. A number in a message is replaced by #, and the
   name of the OpenID Connect provider or an email address by @. For messages that are missing here, the page shows a
   general one. */

type RefusalText = (count: number, provider: string, email: string) => string;

const noOtherOwner = (count: number): string =>
  plural(count, {
    one: '# project has other members but no other owner. Transfer the projects of this account first.',
    other: '# projects have other members but no other owner. Transfer the projects of this account first.',
  });

export const refusalTexts: Readonly<Record<string, RefusalText>> = {
  // Sign-in and accounts.
  'Invalid email or password': () => t`Wrong email or password`,
  'This sign-in has taken too long. Please start again.': () => t`This sign-in has taken too long. Please start again.`,
  'This sign-in has ended, or began in another tab. Please start again.': () =>
    t`This sign-in has ended, or began in another tab. Please start again.`,
  'This account is suspended. Ask the people who run this server.': () =>
    t`This account is suspended. Ask the people who run this server.`,
  'This account has been deleted.': () => t`This account was deleted.`,
  'This account is being deleted. Restore it to go on, or sign out.': () =>
    t`This account is being deleted. Restore it first.`,
  'Sign-up is closed on this server. Ask the people who run it.': () =>
    t`Sign-up is closed on this server. Ask the people who run it.`,
  'You need an invitation to create an account here. Ask someone who owns a project to invite you.': () =>
    t`You need an invitation to create an account here. Ask someone who owns a project to invite you.`,
  'The email change of this account was reverted. First choose a new password with the link in the email.': () =>
    t`The email change of this account was undone. First choose a new password with the link in the email.`,
  'Passwords are turned off on this server. Continue with @.': (_, provider) =>
    t`Passwords are off on this server. Continue with ${provider}.`,
  'There is no account for you here, and @ does not create one. Ask the people who run this server.': (_, provider) =>
    t`You have no account here, and ${provider} can’t create one. Ask the people who run this server.`,
  '@ did not tell your email address, which an account needs. Ask the people who run this server.': (_, provider) =>
    t`An account needs an email, and ${provider} gave none. Ask the people who run this server.`,
  'There is an account with your email address, but @ has not verified that the address is yours. Sign in another way, and link @ in the settings.':
    (_, provider) =>
      t`There’s already an account with your email, but ${provider} hasn’t verified that it’s yours. Sign in another way, then link ${provider} in the settings.`,
  'There is an account with your email address, but @ has not verified that the address is yours. Ask the people who run this server.':
    (_, provider) =>
      t`There’s already an account with your email, but ${provider} hasn’t verified that it’s yours. Ask the people who run this server.`,
  'There is an account with your email address, but no one has verified the address yet. Sign in with the password and link @ in the settings, or reset the password and try again.':
    (_, provider) =>
      t`There’s already an account with your email, but the email isn’t confirmed. Sign in with the password and link ${provider} in the settings, or reset the password and try again.`,
  'There is an account with your email address, but no one has verified the address yet. We have sent a link there: open it, then continue with @ again.':
    (_, provider) =>
      t`There’s already an account with your email, but the email isn’t confirmed. Open the link in the email that we sent, then continue with ${provider} again.`,
  '@ did not ask you to sign in again. Sign out there and try again.': (_, provider) =>
    t`${provider} didn’t ask you to sign in again. Sign out there and try again.`,
  'You signed in to @ with an account that is not linked here. Use the linked one.': (_, provider) =>
    t`This account at ${provider} isn’t linked here. Use the linked one.`,
  'This account of @ is linked to another account here.': (_, provider) =>
    t`This account at ${provider} is linked to another account here.`,
  'Only @ can accept this invitation, because it grants ownership.': (_, __, email) =>
    t`This grants owner access, so only ${email} can accept it.`,
  'This is your only way to sign in.': () => t`This is your only way to sign in.`,
  'This is your only way to sign in. Set a password first.': () =>
    t`This is your only way to sign in. Set a password first.`,
  'There is an account with this email address already': () => t`There’s already an account with this email.`,
  'This account is already being deleted': () => t`This account is already being deleted.`,
  'This account is being deleted already': () => t`This account is already being deleted.`,
  'This account is not active': () => t`This account isn’t active.`,
  'This account is not suspended': () => t`This account isn’t suspended.`,
  'This account is suspended already': () => t`This account is already suspended.`,
  'This account is suspended. Reinstate it first.': () => t`This account is suspended. Reinstate it first.`,
  'This is the last administrator. Make someone else an administrator first.': () =>
    t`This is the last administrator. Make someone else an administrator first.`,
  '# project has other members but no other owner. Transfer the projects of this account first.': (count) =>
    noOtherOwner(count),
  '# projects have other members but no other owner. Transfer the projects of this account first.': (count) =>
    noOtherOwner(count),
  'Change your own account in your profile': () => t`Change your own account in your profile.`,
  'Two-factor sign-in is not on for this account': () => t`Two-factor is off for this account.`,
  'Two-factor sign-in is off': () => t`Two-factor is already off.`,
  'Two-factor sign-in is on already': () => t`Two-factor is already on.`,
  'Two-factor sign-in was just switched on or off. Please try again.': () =>
    t`Two-factor was just turned on or off. Please try again.`,
  // Conflicts with changes by other people.
  'This project is archived: it can be read, but not changed': () =>
    t`The project is archived: it can be read, but not changed.`,
  'Someone else has changed this task': () => t`Someone else changed this task meanwhile.`,
  'Someone else has changed this project': () => t`Someone else changed this project meanwhile.`,
  'Someone else has changed this column': () => t`Someone else changed this column meanwhile.`,
  'Someone else has changed this item': () => t`Someone else changed this item meanwhile.`,
  'The next task of this series is there already': () => t`The next task of this series is already there.`,
  'The next task of this series is in another project. End the series there.': () =>
    t`The next task of this series is in another project. End the series there.`,
  'Someone else has renamed this file': () => t`Someone else renamed this file meanwhile.`,
  'This comment was changed elsewhere': () => t`This comment was changed elsewhere.`,
  'This cannot be undone: something has changed since': () => t`This can’t be undone: something has changed since.`,
  'These projects have just changed. Please try again.': () => t`These projects have just changed. Please try again.`,
  'Its project is deleted. Restore the project first.': () => t`Its project is deleted. Restore the project first.`,
  'This person is already a member': () => t`This person is already a member.`,
  'Another change of many tasks is under way': () => t`Another change of many tasks is still running.`,
  // Why a change of many tasks has skipped some.
  'Assignee must be a member of the project': () => t`This person isn’t a member of the project.`,
  'Commenters and viewers can’t be assigned tasks': () => t`This person can’t have tasks of the project.`,
  'As a commenter you can only read and comment in this project': () => t`Your role in the project doesn’t allow this.`,
  'As a viewer you can only read this project': () => t`Your role in the project doesn’t allow this.`,
  'Start date must not be after the due date': () => t`The start is after the due date.`,
  'Due date must not be before the start date': () => t`The start is after the due date.`,
  'A task can have at most # tags': (max) => t`A task can have ${max} tags.`,
  'You already have an example project': () => t`You already have an example project.`,
  // Imports and files.
  'Another import of yours is running. Wait until it ends, or stop it.': () =>
    t`Another import of yours is running. Wait until it ends, or stop it.`,
  'A dry run makes nothing, so there is nothing to undo': () => t`There’s nothing to undo.`,
  'The import is running. Stop it first.': () => t`The import is running. Stop it first.`,
  'The file of this import is here already': () => t`The file of this import is already here.`,
  'This import was stopped. Start another one, please.': () => t`This import was stopped. Start another one.`,
  'You can start # imports a day': (count) =>
    plural(count, { one: 'You can start # import a day.', other: 'You can start # imports a day.' }),
  'The file is too large': () => t`The file is too large.`,
  'This file is being sent by another request': () => t`This file is already being sent.`,
  'The answer to this test message is not known yet, or is no longer kept.': () =>
    t`This test message was already sent, and its answer isn’t known.`,
  // What was done.
  'Your email address is confirmed already.': () => t`Your email is already confirmed.`,
  'A link to confirm your email address is on its way.': () => t`A link to confirm your email is on its way.`,
  'Your email address is confirmed.': () => t`Your email is confirmed.`,
  'If there is an account with this email, a link to reset its password is on its way.': () =>
    t`If there’s an account with this email, a link to reset its password is on its way.`,
  'Your email address was restored, and every session was ended. A link to choose a new password is on its way.': () =>
    t`Your email was restored, and you were signed out everywhere. A link to choose a new password is on its way.`,
  'Your password has been reset. Please sign in.': () => t`Your password has been reset. Please sign in.`,
  // The maximum number.
  'You have # tokens. Revoke one that you no longer need.': (count) =>
    plural(count, {
      one: 'You have # token, the maximum. Revoke one that you no longer need.',
      other: 'You have # tokens, the maximum. Revoke one that you no longer need.',
    }),
  'You have # calendar feeds. Revoke one that you no longer need.': (count) =>
    plural(count, {
      one: 'You have # calendar feed, the maximum. Revoke one that you no longer need.',
      other: 'You have # calendar feeds, the maximum. Revoke one that you no longer need.',
    }),
  'You have # webhooks. Delete one that you no longer need.': (count) =>
    plural(count, {
      one: 'You have # webhook, the maximum. Delete one that you no longer need.',
      other: 'You have # webhooks, the maximum. Delete one that you no longer need.',
    }),
  'This project has # webhooks, the maximum.': (count) =>
    plural(count, {
      one: 'This project has # webhook, the maximum.',
      other: 'This project has # webhooks, the maximum.',
    }),
  'This project has # links. Revoke one that you no longer need.': (count) =>
    plural(count, {
      one: 'This project has # link, the maximum. Revoke one that you no longer need.',
      other: 'This project has # links, the maximum. Revoke one that you no longer need.',
    }),
  '# invitations to this project are pending. Revoke one first.': (count) =>
    plural(count, {
      one: '# invitation to this project is pending. Revoke one first.',
      other: '# invitations to this project are pending. Revoke one first.',
    }),
  'Passwords are turned off on this server. Only administrators have one.': () =>
    t`Passwords are off on this server. Only administrators have one.`,
  'This person has had several links just now. Please try again later.': () =>
    t`This person has had several links just now. Please try again later.`,
  // Why a message of a webhook did not arrive.
  'The connection was refused': () => t`The connection was refused`,
  'The connection was cut': () => t`The connection was cut`,
  'The connection failed': () => t`The connection failed`,
  'The host cannot be reached': () => t`The host can’t be reached`,
  'The host did not answer in time': () => t`The host didn’t answer in time`,
  'The host does not speak HTTPS there': () => t`The host doesn’t speak HTTPS there`,
  'The host has no address': () => t`The host has no address`,
  'The host has a private address': () => t`The host has a private address`,
  'Redirects are not followed': () => t`Redirects aren’t followed`,
  'There was no answer within # seconds': (count) =>
    plural(count, {
      one: 'There was no answer within # second',
      other: 'There was no answer within # seconds',
    }),
  'You have # views. Delete one that you no longer need.': (count) =>
    plural(count, {
      one: 'You have # view, the maximum. Delete one that you no longer need.',
      other: 'You have # views, the maximum. Delete one that you no longer need.',
    }),
  'You have linked # accounts already. Unlink one first.': (count) =>
    plural(count, {
      one: 'You’ve already linked # account. Unlink one first.',
      other: 'You’ve already linked # accounts. Unlink one first.',
    }),
};

/** Shown after too many requests, with the seconds to wait. */
export const waitText = (seconds: number): string => {
  const unit = seconds >= 7_200 ? 'hour' : seconds >= 60 ? 'minute' : 'second';
  const units = Math.ceil(seconds / { hour: 3_600, minute: 60, second: 1 }[unit]);
  const time = new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(units);
  return t`Too many requests. You can try again in: ${time}.`;
};
