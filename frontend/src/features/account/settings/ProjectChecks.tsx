import { useId, useState, type Ref } from 'react';
import { Search } from 'lucide-react';
import { fold } from '@contract/fold';
import { errorText } from '../../../sync/client/errors';
import { useAllProjects } from '../../projects/useProjects';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { Checkbox } from '../../../ui/Checkbox';
import { ErrorState } from '../../../ui/ErrorState';
import { FieldError } from '../../../ui/FieldError';
import { ProjectDot } from '../../../ui/ProjectDot';
import { TextInput } from '../../../ui/TextInput';

const { create: texts } = apiTokensTexts;

/** From this number of projects on, a search field is shown. */
const MANY = 8;

interface ProjectChecksProps {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  error: string | undefined;
  /** The fieldset gets the focus when the form reports a missing value. */
  ref: Ref<HTMLFieldSetElement>;
}

/** A choice of several of the viewer's projects. */
export const ProjectChecks = ({ value, onValueChange, error, ref }: ProjectChecksProps) => {
  const { projects, error: failure, loading, retry } = useAllProjects();
  const [text, setText] = useState('');
  const errorId = useId();
  const wanted = fold(text.trim());
  const found = projects?.filter(({ name }) => fold(name).includes(wanted));
  const toggle = (id: string, isChosen: boolean): void =>
    onValueChange(isChosen ? [...value, id] : value.filter((it) => it !== id));

  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className="grid min-w-0 gap-2 rounded-md border border-line p-3 outline-none"
    >
      <legend className="sr-only">{texts.projects}</legend>
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
      <div className="grid max-h-44 overflow-y-auto">
        {found?.map(({ id, name, color }) => (
          <label
            key={id}
            className="flex min-h-8 items-center gap-2 rounded-sm px-1.5 hover:bg-fill pointer-coarse:min-h-11"
          >
            <Checkbox checked={value.includes(id)} onChange={({ target }) => toggle(id, target.checked)} />
            <ProjectDot color={color} />
            <bdi className="min-w-0 truncate">{name}</bdi>
          </label>
        ))}
      </div>
      {error && (
        <FieldError id={errorId} isQuiet>
          {error}
        </FieldError>
      )}
    </fieldset>
  );
};
