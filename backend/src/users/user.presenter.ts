import type { Context } from '../kernel/context.js';
import type { UserRow } from './user.reads.js';

/** What a person is called. */
export const nameOf = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** A person as REST answers one. The e-mail address is shown only to its owner. */
export function presentUser(user: UserRow, viewerId: string | undefined) {
  const { id, firstName, lastName, username, email, avatar, createdAt, updatedAt } = user;
  return {
    id,
    firstName,
    lastName,
    name: nameOf(user),
    username,
    email: id === viewerId ? email : null,
    avatar,
    createdAt,
    updatedAt,
  };
}

/** The same for whoever asks. */
export const presentTo = ({ viewer }: Context, user: UserRow) => presentUser(user, viewer?.userId);

/** A person as REST answers one to somebody who may be a stranger. */
export const presentFound = (user: UserRow) => {
  const { id, firstName, lastName, username, avatar } = user;
  return { id, firstName, lastName, name: nameOf(user), username, avatar };
};
