import type { ReactNode } from 'react';
import { useQuery } from '@apollo/client/react';
import { useLocation } from 'react-router-dom';
import { Link } from '../../../ui/Link';
import { textLinkClass } from '../../../ui/SafeLink';
import { ProjectsDocument } from '../../projects/Projects.generated';
import { splitKeys } from '../model/taskKeys';
import { keyOf, openTaskOf, taskSearchOfKey, taskStep } from '../model/taskUrl';

/** Whether a loaded project, or the open task's, has this prefix. Rules out texts such as UTF-8. */
function useIsPrefix(prefix: string, search: string): boolean {
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  const own = keyOf(openTaskOf(search) ?? '');
  return own?.startsWith(`${prefix}-`) || (data?.projects.nodes.some(({ key }) => key === prefix) ?? false);
}

interface KeyLinkProps {
  text: string;
  prefix: string;
  /** The project of the text. */
  projectId: string;
}

/** The key of a task as a link that opens it over the page. */
const KeyLink = ({ text, prefix, projectId }: KeyLinkProps) => {
  const { search, state } = useLocation();
  if (!useIsPrefix(prefix, search)) return text;
  return (
    <Link
      to={{ search: taskSearchOfKey(search, text, projectId) }}
      {...taskStep(search, state)}
      className={textLinkClass}
    >
      {text}
    </Link>
  );
};

/** Renders a text of a project in which the keys of tasks are links. */
export const withKeyLinks =
  (projectId: string) =>
  (words: string, isInLink: boolean): ReactNode =>
    isInLink
      ? words
      : splitKeys(words).map(({ text, prefix, at }) =>
          prefix === undefined ? text : <KeyLink key={at} text={text} prefix={prefix} projectId={projectId} />,
        );
