import { type ReactNode, useEffect, useState } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useLocation } from 'react-router-dom';
import { toAppError } from '../../../sync/client/errors';
import { Link } from '../../../ui/Link';
import { textLinkClass } from '../../../ui/SafeLink';
import { ProjectsDocument } from '../../projects/Projects.generated';
import { TaskByKeyDocument } from '../model/TaskByKey.generated';
import { splitKeys } from '../model/taskKeys';
import { keyOf, openTaskOf, taskSearchOfKey, taskStep } from '../model/taskUrl';

interface KeyLinkProps {
  text: string;
  prefix: string;
  /** The project of the text. */
  projectId: string;
}

/** The maximum number of keys to ask the server for until a reload. A text can have many words in this form. */
const MAX_KEYS = 50;

/** Whether there is a task with a key, by the project of the text and the key. */
const answers = new Map<string, Promise<boolean>>();

/** Asks the server once whether there is a task with a key. Several tasks with this key are a yes. */
function askForKey(client: ApolloClient, key: string, projectId: string): Promise<boolean> {
  const name = `${projectId} ${key}`;
  const earlier = answers.get(name);
  if (earlier || answers.size >= MAX_KEYS) return earlier ?? Promise.resolve(false);
  const answer = client.query({ query: TaskByKeyDocument, variables: { key, projectId } }).then(
    ({ data }) => data?.task != null,
    (error: unknown) => {
      const { code } = toAppError(error);
      // Without an answer, it is asked again.
      if (code !== 'NOT_FOUND' && code !== 'CONFLICT') answers.delete(name);
      return code === 'CONFLICT';
    },
  );
  answers.set(name, answer);
  return answer;
}

/**
 * Whether a word is a key: its prefix is that of a loaded project or of the open task, or the server knows its task, for
 * example by a former key or in an archived project. Rules out texts such as UTF-8.
 */
function useIsKey({ text, prefix, projectId }: KeyLinkProps, search: string): boolean {
  const client = useApolloClient();
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  const [isKnown, setKnown] = useState(false);
  const own = keyOf(openTaskOf(search) ?? '');
  const isLoaded = own?.startsWith(`${prefix}-`) || (data?.projects.nodes.some(({ key }) => key === prefix) ?? false);
  // Most keys belong to a project that is about to be loaded.
  const isAsked = data !== undefined && !isLoaded;
  useEffect(() => {
    if (isAsked) void askForKey(client, text, projectId).then(setKnown);
  }, [client, isAsked, text, projectId]);
  return isLoaded || isKnown;
}

/** The key of a task as a link that opens it over the page. */
const KeyLink = (props: KeyLinkProps) => {
  const { text, projectId } = props;
  const { search, state } = useLocation();
  if (!useIsKey(props, search)) return text;
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
          prefix === undefined ? (
            text
          ) : (
            <KeyLink key={`${at} ${text}`} text={text} prefix={prefix} projectId={projectId} />
          ),
        );
