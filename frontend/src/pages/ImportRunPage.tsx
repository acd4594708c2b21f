// One import: its check, its progress and its report.
import { CircleAlert } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { toAppError } from '../sync/client/errors';
import { usePolledQuery } from '../sync/client/usePolledQuery';
import { usePageTitle } from '../lib/usePageTitle';
import { ImportCheck } from '../features/imports/ImportCheck';
import { ImportProgress, ImportResult } from '../features/imports/ImportRun';
import { ImportDocument, type ImportFieldsFragment } from '../features/imports/Imports.generated';
import { PageHeading } from '../features/projects/PageHeading';
import { narrowPageClass } from '../features/projects/pageClass';
import { RowsPlaceholder } from '../features/projects/RowsSkeleton';
import { importReasonTexts } from '../texts/importReasons';
import { importsTexts as texts } from '../texts/imports';
import { EmptyState } from '../ui/EmptyState';
import { LinkButton } from '../ui/LinkButton';

const isUnderWay = ({ state }: ImportFieldsFragment): boolean =>
  state === 'RUNNING' || state === 'UNDOING' || state === 'WAITING';

const titleOf = (found: ImportFieldsFragment): string => {
  const name = found.newProjectName ?? found.plan?.name ?? '';
  return name === '' ? texts.sources[found.source] : texts.named(texts.sources[found.source], name);
};

const textOf = ({ plan, dryRun, state }: ImportFieldsFragment): string => {
  if (!plan) return texts.states[state];
  const archived = plan.archived > 0 ? [texts.archivedCount(plan.archived)] : [];
  const contents = [texts.contains(plan.tasks), ...archived].join(' ');
  return dryRun ? contents : `${texts.states[state]} · ${contents}`;
};

const Contents = ({ of }: { of: ImportFieldsFragment }) => {
  if (isUnderWay(of)) return <ImportProgress of={of} />;
  const failure = of.failure !== null && (
    <p role="alert" className="mb-5 flex gap-2 wrap-anywhere text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      {importReasonTexts.reason(of.failureReason, of.failure)}
    </p>
  );
  if (of.dryRun && of.state === 'DONE') return <ImportCheck of={of} />;
  return (
    <>
      {failure}
      {of.dryRun ? <LinkButton to="/import">{texts.another}</LinkButton> : <ImportResult of={of} />}
    </>
  );
};

/** Codes of imports that never existed, or are over. */
const GONE_CODES = ['NOT_FOUND', 'BAD_REQUEST'];

export const ImportRunPage = () => {
  const { id = '' } = useParams();
  const { data, error, loading, readAgain } = usePolledQuery(
    ImportDocument,
    { id },
    ({ import: it }) => it !== null && isUnderWay(it),
  );
  const found = data?.import;
  const isGone = error ? GONE_CODES.includes(toAppError(error).code) : data?.import === null;
  usePageTitle(texts.title);
  if (!found && isGone) {
    return (
      <EmptyState
        className="flex-1"
        level={1}
        {...texts.missing}
        action={<LinkButton to="/import">{texts.back}</LinkButton>}
      />
    );
  }
  return (
    <div className={narrowPageClass}>
      <PageHeading
        title={found ? titleOf(found) : texts.title}
        text={found ? textOf(found) : texts.about}
        action={<LinkButton to="/import">{texts.back}</LinkButton>}
      />
      {found ? (
        // The key makes each check start with its own choices.
        <Contents key={found.id} of={found} />
      ) : (
        <RowsPlaceholder error={error} failed={texts.failedToFetch} pending={loading} onRetry={readAgain} />
      )}
    </div>
  );
};
