import { errorText } from '../../../sync/client/errors';
import { useEditableProjects } from '../../projects/useProjects';
import { moveTaskTexts } from '../../../texts/moveTask';
import { projectItems } from '../model/selectOptions';
import { useMoveToProject } from '../writes/useMoveToProject';
import { PickerPopover, type PickerProps } from './PickerPopover';

export const ProjectPicker = ({ tasks: [task], all: _all, ...popover }: PickerProps) => {
  const { projects, error } = useEditableProjects();
  const move = useMoveToProject();
  const failure = error ? errorText(error, moveTaskTexts.fetchFailed) : null;
  return (
    <PickerPopover
      {...popover}
      {...moveTaskTexts}
      note={projects ? undefined : failure}
      choices={projectItems(projects).map((item) => ({
        ...item,
        held: item.value === task?.projectId ? 'all' : 'none',
      }))}
      onPick={(id) => {
        const project = projects?.find((it) => it.id === id);
        if (project && task && id !== task.projectId) void move(task.id, project);
      }}
    />
  );
};
