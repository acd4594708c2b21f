import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { projectsTexts } from '../texts/projects';
import { Avatar } from '../ui/Avatar';
import { ProjectMembersDocument } from './ProjectMembers.generated';

const SHOWN = 6;

/** The faces of the first members, which lead to all of them. There is no place for them on a phone. */
export const ProjectPeople = ({ projectId, memberCount }: { projectId: string; memberCount: number }) => {
  const { data } = useQuery(ProjectMembersDocument, { variables: { projectId } });
  const members = data?.project?.members.nodes.slice(0, SHOWN) ?? [];
  const others = memberCount - members.length;
  return (
    <Link
      to={`/projects/${projectId}/members`}
      aria-label={projectsTexts.memberCount(memberCount)}
      title={projectsTexts.memberCount(memberCount)}
      className="flex h-(--control-lg) pointer-coarse:h-11 flex-none items-center rounded-full px-1 max-md:hidden"
    >
      {members.map(({ id, user }) => (
        <Avatar key={id} user={user} size={28} decorative className="-ml-1.5 ring-2 ring-sheet first:ml-0" />
      ))}
      {members.length > 0 && others > 0 && (
        <span className="pl-2 text-xs text-ink-3">{projectsTexts.otherMembers(others)}</span>
      )}
    </Link>
  );
};
