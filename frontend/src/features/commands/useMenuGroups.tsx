import { useApolloClient, useQuery } from '@apollo/client/react';
import { Bookmark, ListFilter, UserRoundPlus } from 'lucide-react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { fold, matchesText } from '@contract/fold';
import { useAllProjects } from '../projects/useProjects';
import { findCachedTask } from '../tasks/model/taskCache';
import { rememberKey } from '../tasks/model/taskUrl';
import { useViews } from '../tasks/views/useViews';
import { TeamDocument } from '../analytics/Team.generated';
import { commandTexts } from '../../texts/command';
import { peopleTexts } from '../../texts/people';
import { projectsTexts } from '../../texts/projects';
import { teamTexts } from '../../texts/team';
import { viewsTexts } from '../../texts/views';
import { Avatar } from '../../ui/Avatar';
import { ProjectDot } from '../../ui/ProjectDot';
import { TaskColumnIcon } from '../projects/columns/TaskColumns';
import { targetCount, type TaskTarget } from './CommandProvider';
import { excerptOf, matchesWords, isLongEnough } from './match';
import { type EntryGroup, useCommandEntries } from './useCommandEntries';
import { MAX_RESULTS, useFoundTasks } from './useFoundTasks';
import { focusOnPage, useOpenTask } from './useRunCommand';

const ADDING_WORDS = peopleTexts.addingWords.split(/[,，、]/);

/** Whether a query contains words for adding people, which come last in some languages. */
const matchesAddPeople = (query: string): boolean => ADDING_WORDS.some((words) => matchesWords(query, words));

const { menu: texts } = commandTexts;

const PROJECTS_SHOWN = 5;
const PEOPLE_SHOWN = 5;

/** The groups of the command menu for a query. */
export const useMenuGroups = (query: string, target: TaskTarget) => {
  const { cache } = useApolloClient();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const open = useOpenTask();
  const { projects } = useAllProjects();
  const { tasks, atOnce, searching, error } = useFoundTasks(query);
  const { ofTasks, actions, isMeant } = useCommandEntries(query, target);
  const text = query.trim();
  const { views } = useViews(text !== '');

  const taskGroup: EntryGroup = {
    label: text === '' ? texts.recentTasks : texts.tasks,
    items: tasks.map((task) => {
      const { id, key, title, excerpt = '', project } = task;
      return {
        key: id,
        words: title,
        excerpt: matchesText(title, text) || key === text.toUpperCase() ? null : excerptOf(excerpt, text),
        icon: <TaskColumnIcon task={task} />,
        side: key === null ? project.name : `${key} · ${project.name}`,
        run: () => {
          rememberKey(key, id);
          open(id);
        },
      };
    }),
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
  // Opens a colleague's activity, by their name.
  const { data: team } = useQuery(TeamDocument);
  const peopleGroup: EntryGroup = {
    label: teamTexts.people,
    items: (text === '' ? [] : (team?.people.nodes ?? []))
      .filter(({ user }) => matchesWords(teamTexts.activityOf(user.name), text))
      .slice(0, PEOPLE_SHOWN)
      .map(({ user }) => ({
        key: user.id,
        words: teamTexts.activityOf(user.name),
        icon: <Avatar user={user} decorative />,
        run: () => void navigate(`/team/${user.id}`),
      })),
  };
  // If a person's name begins with the query, the group of people comes before pages and actions.
  const isPerson = isLongEnough(text) && peopleGroup.items.some(({ words }) => fold(words).startsWith(fold(text)));
  const more = {
    key: 'more',
    words: texts.allTasksWith(text),
    icon: <ListFilter />,
    run: () => void navigate({ pathname: '/tasks', search: `?${new URLSearchParams({ q: text }).toString()}` }),
  };
  // A project's members page, which can add people; the current page's project comes first.
  const here = matchPath('/projects/:id/*', pathname)?.params.id;
  const members = (projects ?? [])
    .filter(({ name }) => {
      const all = `${peopleTexts.membersOf(name)} ${peopleTexts.membersAlso}`;
      // If the query is only the name of a project, the project itself is meant, so no entry for its members is added.
      return isLongEnough(text) && matchesWords(all, text) && !matchesText(name, text);
    })
    .toSorted((a, b) => Number(b.id === here) - Number(a.id === here))
    .slice(0, PROJECTS_SHOWN)
    .map(({ id, name }) => ({
      key: `members:${id}`,
      words: peopleTexts.membersOf(name),
      icon: <UserRoundPlus />,
      run: () => focusOnPage(`[data-add-people="${id}"]`, () => void navigate(`/projects/${id}/members`)),
    }));
  const isToAdd = members.length > 0 && matchesAddPeople(text);
  const actionGroup: EntryGroup = {
    label: texts.actions,
    items: [...actions, ...members, ...(text !== '' && tasks.length >= MAX_RESULTS ? [more] : [])],
  };

  const [only] = target.ids;
  const count = targetCount(target);
  const targetGroup: EntryGroup = {
    label: count > 1 ? texts.taskCount(count) : (findCachedTask(cache, only ?? '')?.title ?? texts.task),
    items: ofTasks,
  };

  // Results of the server are appended to the earlier ones, so nothing moves before Enter is pressed.
  const groups =
    text === ''
      ? [targetGroup, taskGroup, actionGroup, projectGroup]
      : isPerson
        ? [peopleGroup, taskGroup, projectGroup, viewGroup, actionGroup]
        : isMeant || isToAdd
          ? [actionGroup, viewGroup, taskGroup, projectGroup, peopleGroup]
          : atOnce
            ? [taskGroup, projectGroup, viewGroup, actionGroup, peopleGroup]
            : [projectGroup, viewGroup, actionGroup, peopleGroup, taskGroup];
  return { tasks, groups: groups.filter(({ items }) => items.length > 0), searching, error };
};
