import type { ProjectRole } from '@contract/enums';
import { rest } from './rest';

/** An invitation, as its link describes it. */
export interface Invitation {
  projectName: string;
  inviter: string;
  email: string;
  role: ProjectRole;
  expiresAt: string;
}

/** Returns what the holder of an invitation link may see. */
export const previewInvitation = (token: string): Promise<Invitation> =>
  rest('invitations/preview', { input: { token } });

/** Accepts an invitation as the person of a token; returns the project. */
export const acceptInvitation = async (token: string, session: string): Promise<string> => {
  const { projectId } = await rest<{ projectId: string }>('invitations/accept', { input: { token }, token: session });
  return projectId;
};

/** Returns the person whose token it is. */
export const fetchTokenOwner = async (session: string): Promise<{ id: string; name: string; email: string }> => {
  const { user } = await rest<{ user: { id: string; name: string; email: string } }>('auth/me', { token: session });
  return user;
};

export const signOut = (session: string): Promise<void> => rest('auth/logout', { input: {}, token: session });
