import { use, useState, type MouseEvent } from 'react';
import { tasksTexts } from '../../../texts/tasks';
import { FieldContext } from '../../../ui/FieldContext';
import { ProjectDot } from '../../../ui/ProjectDot';
import { inlineFieldClass } from '../../../ui/inlineFieldClass';
import { TaskPicker } from '../pickers/TaskPicker';
import { Property, type TaskEditProps } from './Property';

/** The project as a button that opens the list of projects; the element next to it is its label. */
const ProjectButton = ({ task, disabled }: TaskEditProps) => {
  const field = use(FieldContext);
  const [place, setPlace] = useState<Element | null>(null);
  const { project } = task;
  const valueId = `${field?.id}-value`;
  return (
    <>
      <button
        type="button"
        id={field?.id}
        className={inlineFieldClass}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={place !== null}
        aria-labelledby={`${field?.labelId} ${valueId}`}
        onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => setPlace(place ? null : currentTarget)}
      >
        <span className="grid w-5 flex-none place-items-center">
          <ProjectDot color={project.color} />
        </span>
        <span id={valueId} dir="auto" className="truncate">
          {project.name}
        </span>
      </button>
      {place && <TaskPicker field="project" tasks={[task]} anchor={place} onClose={() => setPlace(null)} />}
    </>
  );
};

/** The project of a task, with a list to move the task to another one. */
export const ProjectProperty = (props: TaskEditProps) => (
  <Property label={tasksTexts.fields.project}>
    <ProjectButton {...props} />
  </Property>
);
