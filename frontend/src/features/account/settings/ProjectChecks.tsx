import { useState } from 'react';
import { Search } from 'lucide-react';
import { fold } from '@contract/fold';
import { errorText } from '../../../sync/client/errors';
import { useAllProjects } from '../../projects/useProjects';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { ErrorState } from '../../../ui/ErrorState';
import { ProjectDot } from '../../../ui/ProjectDot';
import { TextInput } from '../../../ui/TextInput';
import { Checks, type ChecksField } from './Checks';

const { create: texts } = apiTokensTexts;

/** From this number of projects on, a search field is shown. */
const MANY = 8;

/** A choice of several of the viewer's projects. */
export const ProjectChecks = (field: ChecksField) => {
  const { projects, error: failure, loading, retry } = useAllProjects();
  const [text, setText] = useState('');
  const wanted = fold(text.trim());
  const found = projects?.filter(({ name }) => fold(name).includes(wanted));
  const choices = found?.map(({ id, name, color }) => ({
    id,
    label: (
      <>
        <ProjectDot color={color} />
        <bdi className="min-w-0 truncate">{name}</bdi>
      </>
    ),
  }));
  return (
    <Checks legend={texts.projects} choices={choices} className="gap-2" listClass="max-h-44 overflow-y-auto" {...field}>
      {failure && !projects && (
        <ErrorState
          message={errorText(failure, texts.failedProjects)}
          pending={loading}
          onRetry={retry}
          className="py-3"
        />
      )}
      {!projects && !failure && <p className="text-ink-3">{texts.loadingProjects}</p>}
      {projects?.length === 0 && <p className="text-ink-3">{texts.noProjects}</p>}
      {projects && projects.length >= MANY && (
        <TextInput
          size="md"
          icon={<Search />}
          aria-label={texts.find}
          placeholder={texts.find}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          // Enter must not submit the form around this search field.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {projects && projects.length > 0 && found?.length === 0 && <p className="text-ink-3">{texts.noneFound}</p>}
    </Checks>
  );
};
