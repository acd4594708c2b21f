import { useApolloClient } from '@apollo/client/react';
import { Bookmark, ListFilter } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { matchesText } from '@contract/fold';
import { useAllProjects } from '../projects/useProjects';
import { knownTask } from '../tasks/taskCache';
import { useViews } from '../tasks/views/useViews';
import { commandTexts } from '../texts/command';
import { projectsTexts } from '../texts/projects';
import { viewsTexts } from '../texts/views';
import { ProjectDot } from '../ui/ProjectDot';
import { StatusIcon } from '../ui/StatusIcon';
import { countOf, type TaskTarget } from './CommandProvider';
import { excerptOf } from './match';
import { type EntryGroup, useCommandEntries } from './useCommandEntries';
import { FOUND_MAX, useFoundTasks } from './useFoundTasks';
import { useOpenTask } from './useRunCommand';

const { menu: texts } = commandTexts;

const PROJECTS_SHOWN = 5;

/** What the command menu offers for what is typed. */
export const useMenuGroups = (query: string, target: TaskTarget) => {
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  const open = useOpenTask();
  const { projects } = useAllProjects();
  const { tasks, atOnce, searching, error } = useFoundTasks(query);
  const { ofTasks, actions, isMeant } = useCommandEntries(query, target);
  const text = query.trim();
  const { views } = useViews(text !== '');

  const taskGroup: EntryGroup = {
    label: text === '' ? texts.recentTasks : texts.tasks,
    items: tasks.map(({ id, title, description = '', status, project }) => ({
      key: id,
      words: title,
      excerpt: matchesText(title, text) ? null : excerptOf(description, text),
      icon: <StatusIcon status={status} />,
      side: project.name,
      run: () => open(id),
    })),
  };
  const projectGroup: EntryGroup = {
    label: texts.projects,
    items: (projects ?? [])
      .filter(({ name }) => matchesText(name, text))
      .slice(0, PROJECTS_SHOWN)
      .map(({ id, name, color, memberCount }) => ({
        key: id,
        words: name,
        icon: (
          <span className="grid w-4 flex-none place-items-center">
            <ProjectDot color={color} />
          </span>
        ),
        side: projectsTexts.memberCount(memberCount),
        run: () => void navigate(`/projects/${id}`),
      })),
  };
  const viewGroup: EntryGroup = {
    label: viewsTexts.views,
    items: (views ?? [])
      .filter(({ name }) => matchesText(viewsTexts.label(name), text))
      .slice(0, PROJECTS_SHOWN)
      .map(({ id, name }) => ({
        key: id,
        words: viewsTexts.label(name),
        icon: <Bookmark />,
        run: () => void navigate(`/views/${id}`),
      })),
  };
  const more = {
    key: 'more',
    words: texts.allTasksWith(text),
    icon: <ListFilter />,
    run: () => void navigate({ pathname: '/tasks', search: `?${new URLSearchParams({ q: text }).toString()}` }),
  };
  const actionGroup: EntryGroup = {
    label: texts.actions,
    items: text !== '' && tasks.length >= FOUND_MAX ? [...actions, more] : actions,
  };

  const [only] = target.ids;
  const targetGroup: EntryGroup = {
    label: countOf(target) > 1 ? texts.taskCount(countOf(target)) : (knownTask(cache, only ?? '')?.title ?? texts.task),
    items: ofTasks,
  };

  // What the server finds later stands below what was there at once: nothing moves under the hand that presses Enter.
  const groups =
    text === ''
      ? [targetGroup, taskGroup, actionGroup, projectGroup]
      : isMeant
        ? [actionGroup, viewGroup, taskGroup, projectGroup]
        : atOnce
          ? [taskGroup, projectGroup, viewGroup, actionGroup]
          : [projectGroup, viewGroup, actionGroup, taskGroup];
  return { groups: groups.filter(({ items }) => items.length > 0), searching, error };
};
