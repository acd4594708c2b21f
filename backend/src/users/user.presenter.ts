import type { Context } from '../request/context.js';
import { type UserRow, USERS } from './user.reads.js';

export const fullName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** A user for REST. The email is visible only to its owner. */
export const presentUser = ({ viewer }: Context, user: UserRow) => ({
  ...USERS.of(user),
  name: fullName(user),
  email: user.id === viewer?.userId ? user.email : null,
});

/** A user for REST, without the fields that only people with shared projects may see. */
export const presentPublicUser = (user: UserRow) => {
  const { id, firstName, lastName, username, avatar } = user;
  return { id, firstName, lastName, name: fullName(user), username, avatar };
};
