import { ListFilter } from 'lucide-react';
import { useAllProjects } from '../projects/useProjects';
import { useCurrentUser } from '../account/session/SessionContext';
import { ProjectSelect } from '../tasks/parts/LongSelects';
import { personItem, projectItems } from '../tasks/model/selectOptions';
import { analyticsTexts as texts } from '../../texts/analytics';
import { teamTexts } from '../../texts/team';
import { NoAvatar } from '../../ui/Avatar';
import { Select } from '../../ui/Select';
import type { SelectItem } from '../../ui/SelectList';
import { usePeople } from './usePeople';

const ALL = 'all';

interface FilterProps {
  value: string;
  onValueChange: (value: string) => void;
}

interface ChoiceProps extends FilterProps {
  label: string;
  all: string;
  unknown: string;
  items: readonly SelectItem<string>[];
  /** The component to render; by default a plain list. */
  as?: typeof ProjectSelect;
}

const Choice = ({ label, all, unknown, items, value, onValueChange, as: Control = Select }: ChoiceProps) => (
  <Control
    look="filter"
    aria-label={label}
    className="max-w-56 min-w-0"
    on={value !== ''}
    value={value === '' ? ALL : value}
    onValueChange={(next) => onValueChange(next === ALL ? '' : next)}
    onClear={() => onValueChange('')}
    items={[
      { value: ALL, label: all, icon: <ListFilter /> },
      ...items,
      // The id in the address is not among the loaded ones.
      ...(value !== '' && !items.some((item) => item.value === value) ? [{ value, label: unknown }] : []),
    ]}
  />
);

/** The project to filter by; '' for all. */
export const ProjectFilter = (props: FilterProps) => {
  const { projects } = useAllProjects();
  return (
    <Choice
      {...props}
      label={texts.project}
      all={texts.allProjects}
      unknown={texts.unknownProject}
      items={projectItems(projects)}
      as={ProjectSelect}
    />
  );
};

/** The person to filter by; '' for all. The viewer comes first. */
export const ActorFilter = ({
  label,
  everyone,
  noAssignee,
  ...props
}: FilterProps & { label: string; everyone: string; noAssignee?: string }) => {
  const { people } = usePeople({ all: true });
  const { id: me } = useCurrentUser();
  const items = (people ?? [])
    .map(({ user }) => ({ ...personItem(user), ...(user.id === me && { label: teamTexts.you }) }))
    .toSorted((a, b) => Number(b.value === me) - Number(a.value === me));
  return (
    <Choice
      {...props}
      label={label}
      all={everyone}
      unknown={texts.unknownPerson}
      items={noAssignee ? [...items, { value: 'none', label: noAssignee, icon: <NoAvatar decorative /> }] : items}
    />
  );
};
