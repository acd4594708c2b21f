import type { Context } from '../kernel/context.js';
import { type UserRow, USERS } from './user.reads.js';

/** What a person is called. */
export const nameOf = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** A person, row or entity, as REST answers one to whoever asks. The e-mail address is shown only to its owner. */
export const presentTo = ({ viewer }: Context, user: UserRow) => ({
  ...USERS.of(user),
  name: nameOf(user),
  email: user.id === viewer?.userId ? user.email : null,
});

/** A person as REST answers one to somebody who may be a stranger. */
export const presentFound = (user: UserRow) => {
  const { id, firstName, lastName, username, avatar } = user;
  return { id, firstName, lastName, name: nameOf(user), username, avatar };
};
