import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { errorText } from '../../../sync/client/errors';
import { compareNames, fullName } from '../../../lib/text';
import { useCurrentUser } from '../../account/session/SessionContext';
import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { NoAvatar } from '../../../ui/Avatar';
import type { Assignee } from '../bulk/useChangeTasks';
import { personItem } from '../model/selectOptions';
import { membersOf } from './members';
import { PickerPopover, type PickerProps } from './PickerPopover';
import { usePicked } from './usePicked';

const NOBODY = 'NOBODY';

interface CommonMembers {
  /** Null until they are loaded. */
  members: readonly Assignee[] | null;
  error: unknown;
}

/** Returns the common members of these projects, by name, because an assignee must be a member of each project. */
const useCommonMembers = (projectIds: readonly string[]): CommonMembers => {
  const client = useApolloClient();
  const [state, setState] = useState<CommonMembers>({ members: null, error: undefined });
  const key = [...new Set(projectIds)].toSorted().join(' ');

  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      try {
        const [first = new Map<string, Assignee>(), ...others] = await Promise.all(
          key.split(' ').map((id) => membersOf(client, id)),
        );
        const common = [...first.values()].filter(({ id }) => others.every((members) => members.has(id)));
        if (isOver) return;
        setState({ members: common.toSorted((a, b) => compareNames(fullName(a), fullName(b))), error: undefined });
      } catch (error) {
        if (!isOver) setState({ members: null, error });
      }
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [client, key]);

  return state;
};

/** Assigns one or more tasks to a member of all their projects. */
export const AssigneePicker = ({ tasks, all, ...popover }: PickerProps) => {
  const { heldBy, change } = usePicked({ tasks, all });
  const { id: me } = useCurrentUser();
  const { members, error } = useCommonMembers(tasks.map(({ projectId }) => projectId));
  // Oneself first.
  const people = members?.toSorted((a, b) => Number(b.id === me) - Number(a.id === me));

  const failure = error === undefined ? null : errorText(error, tasksTexts.pick.fetchMembersFailed);
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.assignee}
      {...tasksTexts.pick.assignee}
      note={people ? undefined : failure}
      choices={[
        {
          value: NOBODY,
          label: controlsTexts.noAssignee,
          icon: <NoAvatar decorative />,
          held: heldBy(({ assignee }) => assignee === null),
        },
        ...(people ?? []).map((person) => ({
          ...personItem(person),
          held: heldBy(({ assignee }) => assignee?.id === person.id),
        })),
      ]}
      onPick={(value) => {
        const assignee = people?.find(({ id }) => id === value) ?? null;
        if (assignee || value === NOBODY) change({ assignee });
      }}
    />
  );
};
