import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { reportError } from '../../sync/client/errors';
import { useRetryableSend } from '../../sync/writes/useRetryableSend';
import { importsTexts as texts } from '../../texts/imports';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/FieldError';
import { useFocusRefused } from '../../ui/useFocusRefused';
import { formOf, type ImportForm, isChanged, toInput } from './importForm';
import { ImportReport } from './ImportReport';
import { ImportSettings } from './ImportSettings';
import { StartImportDocument, type ImportFieldsFragment } from './Imports.generated';

/** The second step: what the import would do, and the choices. Changed choices are checked again before importing. */
export const ImportCheck = ({ of }: { of: ImportFieldsFragment }) => {
  const checked = formOf(of);
  const { state } = useLocation();
  // Checks keep the name of a new project. The first one uses the name of the board, or of the file.
  const [form, setForm] = useState<ImportForm>(() => ({
    ...checked,
    name: (state as { name?: string } | null)?.name ?? checked.name,
  }));
  const [tries, setTries] = useState(0);
  const element = useFocusRefused<HTMLFormElement>(tries);
  const [start, { loading }] = useMutation(StartImportDocument);
  const attempt = useRetryableSend();
  const navigate = useNavigate();
  const changed = isChanged(form, checked);
  const errors = {
    name: form.goal === 'new' && form.name.trim() === '' ? texts.goal.nameNeeded : undefined,
    projectId: form.goal === 'present' && form.projectId === '' ? texts.goal.projectNeeded : undefined,
  };
  const hasTitle = of.plan?.fields.length === 0 || Object.values(form.fields).includes('TITLE');
  const count = of.report.made.tasks;

  const run = async (dryRun: boolean): Promise<void> => {
    setTries(tries + 1);
    if (errors.projectId !== undefined || (!dryRun && errors.name !== undefined) || !hasTitle) return;
    const input = toInput(form, checked, { source: of.source, fileOf: of.id, dryRun });
    let id: string;
    try {
      // Started twice, it would make two projects.
      id = await attempt(input, async (names) => {
        await start({ variables: { input: { ...names, ...input } } });
        return names.id;
      });
    } catch (error) {
      reportError(error, { fallback: texts.startFailed });
      return;
    }
    void navigate(`/import/${id}`, { replace: true, state: { name: form.name } });
  };

  return (
    <form
      ref={element}
      className="grid gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        void run(changed);
      }}
    >
      <ImportSettings
        of={of}
        form={form}
        onChange={(changes) => setForm((before) => ({ ...before, ...changes }))}
        errors={tries > 0 ? errors : {}}
      />
      {!hasTitle && <FieldError>{texts.fields.noTitle}</FieldError>}
      {changed ? <p className="text-ink-3">{texts.checkAgainHint}</p> : <ImportReport of={of} />}
      <div className="flex flex-wrap items-center gap-3">
        {changed || count + of.report.kept.tasks > 0 ? (
          <Button type="submit" variant="primary" pending={loading}>
            {changed ? texts.check : texts.start(count)}
          </Button>
        ) : (
          <p>{texts.nothing}</p>
        )}
      </div>
    </form>
  );
};
