import { useRef } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import * as v from 'valibot';
import { emailField } from '@contract/auth';
import type { ProjectRole } from '@contract/enums';
import { errorText, toAppError } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { peopleTexts as texts } from '../../texts/people';
import { AddProjectMemberDocument } from './AddProjectMember.generated';
import type { Entry } from './entries';
import { InviteMemberDocument } from './InviteMember.generated';
import { ProjectInvitationsDocument } from './ProjectInvitations.generated';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { SuggestedMembersDocument } from './SuggestedMembers.generated';
import { UserLookupDocument } from './UserLookup.generated';

/** The result for one person: a message or an error. */
export type AddResult = { message: string } | { error: string; isForAll: boolean };

/** Refusals that would also apply to all remaining people. */
const FATAL_CODES: readonly string[] = [
  'RATE_LIMITED',
  'NETWORK',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Adds people with an account to a project, and invites others by email. */
export const useAddPeople = (projectId: string) => {
  const client = useApolloClient();
  const [add] = useMutation(AddProjectMemberDocument);
  const [invite] = useMutation(InviteMemberDocument);
  /** An unchanged retry has the same id, because the answer to the first attempt may have been lost. */
  const sent = useRef(new Map<string, string>());
  const writeOnce = async <Input extends object>(
    input: Input,
    write: (input: Input & { mutationId: string }) => Promise<unknown>,
  ): Promise<void> => {
    const body = JSON.stringify(input);
    const mutationId = sent.current.get(body) ?? newId();
    sent.current.set(body, mutationId);
    await write({ ...input, mutationId });
    sent.current.delete(body);
  };

  const addMember = async (userId: string, name: string, role: ProjectRole): Promise<AddResult> => {
    await writeOnce({ projectId, userId, role }, (input) => add({ variables: { input } }));
    return { message: texts.added(name) };
  };
  const inviteAddress = async (email: string, role: ProjectRole): Promise<AddResult> => {
    await writeOnce({ projectId, email, role }, (input) => invite({ variables: { input } }));
    return { message: texts.invited(email) };
  };
  const addOne = async ({ value, label, userId }: Entry, role: ProjectRole): Promise<AddResult> => {
    if (userId !== undefined) return addMember(userId, label, role);
    const isAddress = value.includes('@');
    if (isAddress && !v.is(emailField, value)) return { error: texts.invalid, isForAll: false };
    const { data } = await client.query({
      query: UserLookupDocument,
      variables: { emailOrUsername: value },
      fetchPolicy: 'network-only',
    });
    const user = data?.userLookup;
    if (user) return addMember(user.id, user.name, role);
    return isAddress ? inviteAddress(value, role) : { error: texts.unknownUser, isForAll: false };
  };

  const addPerson = async (entry: Entry, role: ProjectRole): Promise<AddResult> => {
    try {
      return await addOne(entry, role);
    } catch (error) {
      const { code, fields } = toAppError(error);
      const [atField] = Object.values(fields).flat();
      return { error: atField ?? errorText(error, texts.failed), isForAll: FATAL_CODES.includes(code) };
    }
  };
  const readAgain = async (): Promise<void> => {
    const include = [ProjectMembersDocument, ProjectInvitationsDocument, SuggestedMembersDocument];
    // A failed query is repeated when the connection is back.
    await client.refetchQueries({ include }).catch(() => undefined);
  };
  return { addPerson, readAgain };
};
