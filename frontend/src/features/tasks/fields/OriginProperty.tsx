import { tasksTexts } from '../../../texts/tasks';
import { SafeLink, safeHref } from '../../../ui/SafeLink';
import { Property, type TaskEditProps } from './Property';

/** The origin of an imported task, as a link if it has an address there. */
export const OriginProperty = ({ task: { origin } }: TaskEditProps) => {
  if (!origin) return null;
  const href = origin.url === null ? null : safeHref(origin.url);
  const name = tasksTexts.programs[origin.source];
  return (
    <Property label={tasksTexts.fields.origin} isRead>
      <p className="flex min-h-7.5 items-center px-2 pointer-coarse:min-h-11">
        {href === null ? name : <SafeLink href={href}>{name}</SafeLink>}
      </p>
    </Property>
  );
};
