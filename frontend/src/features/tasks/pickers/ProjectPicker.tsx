import { errorText } from '../../../sync/client/errors';
import { useEditableProjects } from '../../projects/useProjects';
import { moveTaskTexts } from '../../../texts/moveTask';
import { ProjectDot } from '../../../ui/ProjectDot';
import { Spinner } from '../../../ui/Spinner';
import { useMoveToProject } from '../writes/useMoveToProject';
import { PickerPopover, type PickerProps } from './PickerPopover';

export const ProjectPicker = ({ tasks: [task], all: _all, ...popover }: PickerProps) => {
  const { projects, error } = useEditableProjects();
  const move = useMoveToProject();
  const note = projects ? undefined : (
    <p className="flex min-h-11 items-center px-3 py-2 text-ink-3">
      {error ? errorText(error, moveTaskTexts.fetchFailed) : <Spinner />}
    </p>
  );
  return (
    <PickerPopover
      {...popover}
      {...moveTaskTexts}
      note={note}
      choices={(projects ?? []).map(({ id, name, color }) => ({
        value: id,
        label: name,
        icon: <ProjectDot color={color} />,
        held: id === task?.projectId ? 'all' : 'none',
      }))}
      onPick={(id) => {
        const project = projects?.find((it) => it.id === id);
        if (project && task && id !== task.projectId) void move(task.id, project);
      }}
    />
  );
};
