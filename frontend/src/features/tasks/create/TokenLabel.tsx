import type { ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Calendar, Repeat, Tag } from 'lucide-react';
import type { TaskPriority } from '@contract/enums';
import { formatDue } from '../../../lib/dates/dueText';
import { fullName, PRIORITY_LABELS } from '../../../lib/text';
import { ProjectSummaryFragmentDoc } from '../../projects/ProjectSummary.generated';
import { Avatar } from '../../../ui/Avatar';
import { PriorityIcon } from '../../../ui/PriorityIcon';
import { ProjectDot } from '../../../ui/ProjectDot';
import { PersonFragmentDoc } from '../../../sync/client/Person.generated';
import type { TokenKind } from './quickAdd';
import { repeatOf } from './repeatWords';
import { describeRepeat } from '../../../texts/repeat';

interface TokenProps {
  kind: TokenKind;
  value: string;
}

/** Returns the icon and the name of a token. */
export const useDescribeToken = (): ((token: TokenProps, fallback?: string) => { label: string; icon: ReactNode }) => {
  const { cache } = useApolloClient();
  return ({ kind, value }, fallback = value) => {
    switch (kind) {
      case 'project': {
        const id = cache.identify({ __typename: 'Project', id: value });
        const project = cache.readFragment({ id, fragment: ProjectSummaryFragmentDoc, optimistic: true });
        return project
          ? { label: project.name, icon: <ProjectDot color={project.color} /> }
          : { label: fallback, icon: null };
      }
      case 'assignee': {
        const id = cache.identify({ __typename: 'User', id: value });
        const person = cache.readFragment({ id, fragment: PersonFragmentDoc, optimistic: true });
        return person
          ? { label: fullName(person), icon: <Avatar user={person} decorative /> }
          : { label: fallback, icon: null };
      }
      case 'priority':
        return {
          label: PRIORITY_LABELS[value as TaskPriority],
          icon: <PriorityIcon priority={value as TaskPriority} />,
        };
      case 'due':
        return { label: formatDue(value), icon: <Calendar /> };
      case 'repeat':
        return {
          label: describeRepeat({ ...repeatOf(value), until: null, count: null }),
          icon: <Repeat />,
        };
      case 'tag':
        return { label: value, icon: <Tag /> };
    }
  };
};

/** One suggestion in the list; days also show their date. */
export const TokenLabel = ({ text, ...token }: TokenProps & { text: string }) => {
  const describeToken = useDescribeToken();
  const { label, icon } = describeToken(token, text);
  return (
    <>
      {icon}
      {token.kind === 'due' ? (
        <>
          <span className="min-w-0 flex-1 truncate first-letter:uppercase">{text}</span>
          <span className="text-xs text-ink-3">{label}</span>
        </>
      ) : (
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {label}
        </span>
      )}
    </>
  );
};
