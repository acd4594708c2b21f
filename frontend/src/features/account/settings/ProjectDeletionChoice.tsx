import { errorText } from '../../../sync/client/errors';
import { useCurrentUser } from '../session/SessionContext';
import { leaveTexts } from '../../../texts/leave';
import { ErrorState } from '../../../ui/ErrorState';
import { Field } from '../../../ui/Field';
import { ProjectDot } from '../../../ui/ProjectDot';
import { Select } from '../../../ui/Select';
import { Skeleton } from '../../../ui/Skeleton';
import { type OwnProject, useCandidateOwners } from './ownProjects';

const { dialog: texts } = leaveTexts;

/** The choice for a project: the id of its next owner, or one of these values. */
export const KEEP = 'keep';
export const DELETE = 'delete';

/** Whether the owner must decide: the project has other members, but no other owner. */
export const needsDecision = ({ memberCount, viewerCanLeave }: OwnProject): boolean =>
  memberCount > 1 && !viewerCanLeave;

interface ProjectDeletionChoiceProps {
  project: OwnProject;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const Choice = ({ project, value, error, onChange }: ProjectDeletionChoiceProps) => {
  const me = useCurrentUser();
  const { value: candidates, error: failure, retry } = useCandidateOwners(project.id, me.id);
  if (!candidates && failure) {
    return <ErrorState message={errorText(failure, leaveTexts.failedToFetch)} onRetry={retry} />;
  }
  if (!candidates) return <Skeleton className="h-8 w-full" />;
  const items = [
    ...(needsDecision(project) ? [] : [{ value: KEEP, label: texts.keep }]),
    ...candidates.map(({ id, name }) => ({ value: id, label: texts.handOver(name) })),
    { value: DELETE, label: texts.delete },
  ];
  // The chosen person may have left meanwhile.
  const isGone = value !== '' && !items.some((item) => item.value === value);
  return (
    <Field label={project.name} hideLabel error={isGone ? texts.chooseFirst : error}>
      <Select
        className="w-full text-start"
        value={value}
        placeholder={texts.choose}
        onValueChange={onChange}
        items={items}
      />
    </Field>
  );
};

/** One of the person's projects, and the choice of what happens to it. */
export const ProjectDeletionChoice = (props: ProjectDeletionChoiceProps) => {
  const { project } = props;
  return (
    <li className="grid gap-1.5 border-t border-line py-2.5 first:border-t-0">
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <ProjectDot color={project.color} />
        <bdi className="truncate">{project.name}</bdi>
      </p>
      {project.memberCount > 1 ? <Choice {...props} /> : <p className="text-ink-3">{texts.alone}</p>}
    </li>
  );
};
