import { Rows3 } from 'lucide-react';
import { tasksTexts } from '../../texts/tasks';
import { Select } from '../../ui/Select';
import { GROUPINGS, type GroupBy, type TaskFilters } from './taskFilters';

const { group } = tasksTexts;
// A select knows no empty value.
const NONE = 'NONE';
const icon = <Rows3 className="size-3.5 text-ink-3" />;

interface GroupSelectProps {
  groupBy: GroupBy;
  onChange: (changes: Partial<TaskFilters>) => void;
  /** All tasks of the list are of one project. */
  isOfProject?: boolean;
  /** Where the line is narrow it is its icon alone. */
  isBrief?: boolean;
}

/** What the tasks of a list stand together by. */
export const GroupSelect = ({ groupBy, onChange, isOfProject = false, isBrief = false }: GroupSelectProps) => (
  <Select
    look="filter"
    aria-label={group.label}
    className="btn-md"
    on={groupBy !== ''}
    isBrief={isBrief}
    value={groupBy === '' ? NONE : groupBy}
    onValueChange={(next) => onChange({ groupBy: next === NONE ? '' : next })}
    onClear={() => onChange({ groupBy: '' })}
    items={[
      { value: NONE, label: group.none, icon },
      ...GROUPINGS.filter((by) => !(isOfProject && by === 'project')).map((by) => ({
        value: by,
        label: group.by[by],
        icon,
      })),
    ]}
  />
);
