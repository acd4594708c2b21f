import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { isEditor } from '../../projects/readOnly';
import { membersOf, type Member } from '../pickers/members';
import type { OpenedTask } from './Property';

type Assignee = Pick<Member, 'id' | 'firstName' | 'lastName' | 'name' | 'avatar'>;

/** Returns the possible assignees of a task. In a large project, `readAll` reads those that the panel does not have. */
export const useAssignees = ({ id, members: { nodes, pageInfo } }: OpenedTask['project']) => {
  const client = useApolloClient();
  const [read, setRead] = useState<{ id: string; people: readonly Assignee[] } | null>(null);
  const isCut = pageInfo.hasNextPage;
  const first: readonly Assignee[] = nodes.filter(({ role }) => isEditor(role)).map(({ user }) => user);
  return {
    people: isCut && read?.id === id ? read.people : first,
    isCut,
    readAll: async (): Promise<void> => {
      if (!isCut) return;
      // If loading fails, only the first members can be chosen.
      const people = await membersOf(client, id).catch(() => null);
      if (people) setRead({ id, people: [...people.values()] });
    },
  };
};
