import { TASK_PRIORITIES, TASK_STATUSES } from '@contract/enums';
import { fullName, PRIORITY_LABELS, STATUS_LABELS, type PersonName } from '../../../lib/text';
import { Avatar } from '../../../ui/Avatar';
import { PriorityIcon } from '../../../ui/PriorityIcon';
import { ProjectDot } from '../../../ui/ProjectDot';
import { StatusIcon } from '../../../ui/StatusIcon';

export const STATUS_ITEMS = TASK_STATUSES.map((value) => ({
  value,
  label: STATUS_LABELS[value],
  icon: <StatusIcon status={value} />,
}));

export const PRIORITY_ITEMS = TASK_PRIORITIES.map((value) => ({
  value,
  label: PRIORITY_LABELS[value],
  icon: <PriorityIcon priority={value} />,
}));

export const projectItems = (projects: readonly { id: string; name: string; color: string }[] | null) =>
  (projects ?? []).map(({ id, name, color }) => ({ value: id, label: name, icon: <ProjectDot color={color} /> }));

export const personItem = (person: PersonName & { id: string; avatar: string | null }) => ({
  value: person.id,
  label: fullName(person),
  icon: <Avatar user={person} decorative />,
});
