import type { Context } from '../kernel/context.js';
import type { UserRow } from './user.reads.js';

/** A person as REST answers one. The e-mail address is shown only to its owner. */
export function presentUser(user: UserRow, viewerId: string | undefined) {
  const { id, firstName, lastName, username, email, avatar, createdAt, updatedAt } = user;
  return { id, firstName, lastName, username, email: id === viewerId ? email : null, avatar, createdAt, updatedAt };
}

/** The same for whoever asks. */
export const presentTo = ({ viewer }: Context, user: UserRow) => presentUser(user, viewer?.userId);
