import { ListFilter } from 'lucide-react';
import { useAllProjects } from '../projects/useProjects';
import { projectItems } from '../tasks/taskChoices';
import { boardTexts } from '../texts/board';
import { Select } from '../ui/Select';

interface ProjectFilterProps {
  value: string | undefined;
  onValueChange: (projectId: string | undefined) => void;
}

const ALL = 'all';

/** Which project's tasks the board shows. */
export const ProjectFilter = ({ value, onValueChange }: ProjectFilterProps) => {
  const { projects } = useAllProjects();
  return (
    <Select
      look="filter"
      aria-label={boardTexts.project}
      className="max-w-56 min-w-0 max-md:[&>span:not(.dot)]:sr-only"
      on={value !== undefined}
      value={value ?? ALL}
      placeholder={boardTexts.allProjects}
      onValueChange={(next) => onValueChange(next === ALL ? undefined : next)}
      onClear={() => onValueChange(undefined)}
      items={[
        { value: ALL, label: boardTexts.allProjects, icon: <ListFilter className="md:hidden" /> },
        ...projectItems(projects),
      ]}
    />
  );
};
