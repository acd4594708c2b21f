import { useEffect, useEffectEvent } from 'react';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useLocation } from 'react-router-dom';
import { toAppError } from '../../../sync/client/errors';
import { taskTexts } from '../../../texts/task';
import { taskKeyTexts as texts } from '../../../texts/taskKey';
import { Link } from '../../../ui/Link';
import { PanelBody, PanelHead, SidePanel } from '../../../ui/SidePanel';
import { findTaskIdByKey } from '../../projects/loadedTaskKeys';
import { TaskByKeyDocument } from '../model/TaskByKey.generated';
import { rememberKeyIn, taskSearch, taskStep } from '../model/taskUrl';

/** A task that a key can mean, as the server lists them in a CONFLICT. */
interface Choice {
  id: string;
  title: string;
  projectName: string;
}

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value && 'projectName' in value;

/** Returns the tasks that a refused key can mean. */
const choicesOf = (error: unknown): readonly Choice[] => {
  const tasks = toAppError(error).now?.['tasks'];
  return Array.isArray(tasks) ? tasks.filter(isChoice) : [];
};

interface FindTaskProps {
  taskKey: string;
  /** The project in which the key is looked up first. */
  projectId: string | null;
  /** Called with the id, or with the key if there is no such task, which the panel then reports. */
  onFound: (id: string) => void;
  onClose: () => void;
}

/**
 * Finds the task of a key in the address: in its project if it is loaded there, and otherwise on the server, which knows all
 * tasks with this key. Offers a choice if there are several.
 */
export const FindTask = ({ taskKey, projectId, onFound, onClose }: FindTaskProps) => {
  const { cache } = useApolloClient();
  const { search, state } = useLocation();
  const own = projectId === null ? undefined : findTaskIdByKey(cache, taskKey, projectId);
  const variables = { key: taskKey, projectId };
  const { data, error } = useQuery(TaskByKeyDocument, { variables, skip: own !== undefined });
  const choices = error ? choicesOf(error) : [];
  // Without a connection, a loaded task is the best answer.
  const fallback = error && choices.length === 0 ? (findTaskIdByKey(cache, taskKey, projectId) ?? taskKey) : undefined;
  const id = own ?? data?.task?.id ?? fallback;
  const settle = useEffectEvent((found: string) => {
    if (found !== taskKey) rememberKeyIn(projectId, taskKey, found);
    onFound(found);
  });
  useEffect(() => {
    if (id !== undefined) settle(id);
  }, [id]);
  if (choices.length === 0) return null;
  return (
    <SidePanel open onClose={onClose} subject={taskKey}>
      <PanelHead title={taskTexts.task} />
      <PanelBody>
        <p className="pt-4">{texts.several(taskKey)}</p>
        <ul aria-label={texts.several(taskKey)} className="menu -mx-2 grid grid-cols-[minmax(0,1fr)]">
          {choices.map((choice) => (
            <li key={choice.id}>
              <Link to={{ search: taskSearch(search, choice.id) }} {...taskStep(search, state)} className="menu-row">
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {choice.title}
                </span>
                <span dir="auto" className="max-w-40 min-w-0 truncate text-ink-3">
                  {choice.projectName}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </PanelBody>
    </SidePanel>
  );
};
