import { useQuery } from '@apollo/client/react';
import { compareNames, fullName, type PersonName } from '../../../lib/text';
import { usePageContext } from '../../../sync/client/usePageQuery';
import { useAllMembers } from '../../projects/useAllMembers';
import { useCurrentUser } from '../../account/session/SessionContext';
import { TaskPeopleDocument } from './TaskPeople.generated';

/** A person who can be an assignee. */
export interface FilterPerson extends PersonName {
  id: string;
  avatar: string | null;
}

/**
 * Returns the possible assignees other than the viewer, by name: all members of the chosen project, or the first ones of
 * several projects, once they are `wanted`, and the people on the visible tasks.
 */
export const useFilterPeople = (
  projectIds: readonly string[],
  shown: readonly FilterPerson[],
  wanted = true,
): readonly FilterPerson[] => {
  const [projectId = ''] = projectIds.length === 1 ? projectIds : [];
  const { members: own } = useAllMembers(wanted ? projectId : '');
  // The cache would merge this short list of projects with the complete one.
  const context = usePageContext();
  const many = useQuery(TaskPeopleDocument, {
    skip: projectId !== '' || !wanted,
    fetchPolicy: 'no-cache',
    context,
  });
  const { id: me } = useCurrentUser();
  const members = projectId
    ? own
    : many.data?.projects.nodes
        .filter(({ id }) => projectIds.length === 0 || projectIds.includes(id))
        .flatMap((project) => project.members.nodes);
  // Done tasks keep an assignee who has left the project.
  const known = [...shown, ...(members ?? []).map(({ user }) => user)];
  return [...new Map(known.map((person) => [person.id, person])).values()]
    .filter(({ id }) => id !== me)
    .toSorted((a, b) => compareNames(fullName(a), fullName(b)));
};
