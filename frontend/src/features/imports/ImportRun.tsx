import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { newId } from '../../sync/client/mutationId';
import { succeeds } from '../../sync/client/errors';
import { number } from '../../texts/format';
import { importsTexts as texts } from '../../texts/imports';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { LinkButton } from '../../ui/LinkButton';
import { nextProject } from './importForm';
import { ImportReport } from './ImportReport';
import {
  StartImportDocument,
  StopImportDocument,
  UndoImportDocument,
  type ImportFieldsFragment,
} from './Imports.generated';

interface ImportProps {
  of: ImportFieldsFragment;
}

const wordsOf = ({ state, dryRun, done, total }: ImportFieldsFragment): string => {
  const counts = [number(done), number(total)] as const;
  if (state === 'UNDOING') return texts.undoing(...counts);
  if (total === 0) return texts.reading;
  return dryRun ? texts.checking(...counts) : texts.importing(...counts);
};

export const ImportProgress = ({ of }: ImportProps) => {
  const { id, state, dryRun, done, total } = of;
  const [stop, { loading }] = useMutation(StopImportDocument);
  const isReading = total === 0 && state !== 'UNDOING';
  return (
    <div className="grid max-w-110 gap-3">
      <p role="status">{wordsOf(of)}</p>
      <progress
        className="h-1 w-full accent-accent"
        aria-label={texts.title}
        {...(!isReading && { value: done, max: Math.max(1, total) })}
      />
      {!dryRun && <p className="text-ink-3">{texts.mayLeave}</p>}
      {state === 'RUNNING' && (
        <div>
          <Button
            pending={loading}
            onClick={() => void succeeds(stop({ variables: { input: { mutationId: newId(), id } } }), texts.stopFailed)}
          >
            {texts.stop}
          </Button>
        </div>
      )}
    </div>
  );
};

/** Starts a check of another project in the same download. */
const AnotherProject = ({ of: { id, source, plan } }: ImportProps) => {
  const [start, { loading }] = useMutation(StartImportDocument);
  const navigate = useNavigate();
  const next = plan && nextProject(plan);
  if (!next) return null;
  const check = async (): Promise<void> => {
    const checkId = newId();
    const mapping = { project: next.id };
    const input = { mutationId: newId(), id: checkId, source, fileOf: id, mapping, dryRun: true };
    if (await succeeds(start({ variables: { input } }), texts.startFailed)) void navigate(`/import/${checkId}`);
  };
  return (
    <Button pending={loading} onClick={() => void check()}>
      {texts.projects.another}
    </Button>
  );
};

/** A finished import: its results, and links to continue. */
export const ImportResult = ({ of }: ImportProps) => {
  const { id, state, projectId } = of;
  const [isAsking, setAsking] = useState(false);
  const [undo] = useMutation(UndoImportDocument);
  const canUndo =
    state !== 'UNDONE' &&
    projectId !== null &&
    Object.values(of.report.made).some((count) => typeof count === 'number' && count > 0);
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap gap-2">
        {projectId !== null && state !== 'UNDONE' && (
          <LinkButton to={`/projects/${projectId}`}>{texts.open}</LinkButton>
        )}
        <AnotherProject of={of} />
        {canUndo && <Button onClick={() => setAsking(true)}>{texts.undo.button}</Button>}
      </div>
      <ImportReport of={of} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.undo.title}
        confirmLabel={texts.undo.confirm}
        onConfirm={() => succeeds(undo({ variables: { input: { mutationId: newId(), id } } }), texts.undo.failed)}
      >
        <p>{texts.undo.text}</p>
      </ConfirmDialog>
    </div>
  );
};
