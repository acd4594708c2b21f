import type { UserRow } from './user.reads.js';

/** A person as REST answers one. The e-mail address is shown only to its owner. */
export function presentUser(user: UserRow, viewerId: string | undefined) {
  const { id, firstName, lastName, username, email, avatar, createdAt, updatedAt } = user;
  return { id, firstName, lastName, username, email: id === viewerId ? email : null, avatar, createdAt, updatedAt };
}
