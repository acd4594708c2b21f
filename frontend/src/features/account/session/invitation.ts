import type { ProjectRole } from '@contract/enums';
import { rest } from './rest';

/** What an invitation is about, as its link tells. */
export interface Invitation {
  projectName: string;
  inviter: string;
  email: string;
  role: ProjectRole;
  expiresAt: string;
}

/** What whoever has the link may know. */
export const previewInvitation = (token: string): Promise<Invitation> =>
  rest('invitations/preview', { input: { token } });

/** Joins as whoever a sign-in is of; answers the project. */
export const acceptInvitation = async (token: string, session: string): Promise<string> => {
  const { projectId } = await rest<{ projectId: string }>('invitations/accept', { input: { token }, token: session });
  return projectId;
};

/** Who a sign-in is of. */
export const whoIs = async (session: string): Promise<{ name: string; email: string }> => {
  const { user } = await rest<{ user: { name: string; email: string } }>('auth/me', { token: session });
  return user;
};

/** Ends a sign-in. */
export const signOut = (session: string): Promise<void> => rest('auth/logout', { input: {}, token: session });
