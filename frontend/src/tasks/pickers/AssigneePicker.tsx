import { errorText } from '../../graphql/errors';
import { fullName } from '../../lib/text';
import { useCurrentUser } from '../../session/SessionContext';
import { controlsTexts } from '../../texts/controls';
import { tasksTexts } from '../../texts/tasks';
import { Avatar, NoAvatar } from '../../ui/Avatar';
import { Spinner } from '../../ui/Spinner';
import { PickerPopover, type PickerProps } from './PickerPopover';
import { useChangeTasks } from '../bulk/useChangeTasks';
import { useCommonMembers } from './useCommonMembers';
import { heldBy, usePickedTasks } from './usePickedTasks';

const NOBODY = 'NOBODY';

/** Assigns one task or several, to a member of all their projects. */
export const AssigneePicker = ({ tasks, all, ...popover }: PickerProps) => {
  const picked = usePickedTasks(tasks);
  const change = useChangeTasks();
  const { id: me } = useCurrentUser();
  const { members, error } = useCommonMembers(
    tasks.map(({ projectId }) => projectId),
    popover.open,
  );
  const ids = tasks.map(({ id }) => id);
  // Oneself first.
  const people = members?.toSorted((a, b) => Number(b.id === me) - Number(a.id === me));

  const note = people ? undefined : (
    <p className="flex min-h-11 items-center px-3 py-2 text-ink-3">
      {error === undefined ? <Spinner /> : errorText(error, tasksTexts.pick.fetchMembersFailed)}
    </p>
  );
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.assignee}
      {...tasksTexts.pick.assignee}
      note={note}
      choices={[
        {
          value: NOBODY,
          label: controlsTexts.noAssignee,
          icon: <NoAvatar decorative />,
          held: heldBy(picked, ({ assignee }) => assignee === null),
        },
        ...(people ?? []).map((person) => ({
          value: person.id,
          label: fullName(person),
          icon: <Avatar user={person} decorative />,
          held: heldBy(picked, ({ assignee }) => assignee?.id === person.id),
        })),
      ]}
      onPick={(value) => {
        const assignee = people?.find(({ id }) => id === value) ?? null;
        if (assignee || value === NOBODY) void change(ids, { assignee }, all);
      }}
    />
  );
};
