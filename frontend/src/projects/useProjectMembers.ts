import { useMutation } from '@apollo/client/react';
import type { ProjectRole } from '@contract/enums';
import { newId } from '../graphql/mutationId';
import { AddProjectMemberDocument } from './AddProjectMember.generated';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { RemoveProjectMemberDocument } from './RemoveProjectMember.generated';
import { UpdateProjectMemberDocument } from './UpdateProjectMember.generated';

/** Adds a person to a project; the list of members is read again. */
export const useAddMember = () => {
  const [mutate, state] = useMutation(AddProjectMemberDocument, {
    refetchQueries: [ProjectMembersDocument],
    awaitRefetchQueries: true,
  });
  const run = (projectId: string, userId: string) =>
    mutate({ variables: { input: { projectId, userId, role: 'MEMBER', mutationId: newId() } } });
  return [run, state] as const;
};

/** Gives a member another role. */
export const useUpdateMember = () => {
  const [mutate, state] = useMutation(UpdateProjectMemberDocument);
  const run = (projectId: string, userId: string, role: ProjectRole) =>
    mutate({ variables: { input: { projectId, userId, role, mutationId: newId() } } });
  return [run, state] as const;
};

/** Takes a member out of a project; leaving is removing oneself. */
export const useRemoveMember = () => {
  const [mutate, state] = useMutation(RemoveProjectMemberDocument);
  const run = (projectId: string, userId: string, leaving: boolean) =>
    mutate({
      variables: { input: { projectId, userId, mutationId: newId() } },
      // Somebody who left may not ask for the list any more.
      ...(!leaving && { refetchQueries: [ProjectMembersDocument], awaitRefetchQueries: true }),
    });
  return [run, state] as const;
};
