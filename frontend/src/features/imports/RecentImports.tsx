import { errorText } from '../../sync/client/errors';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { formatMoment } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { importsTexts as texts } from '../../texts/imports';
import { ErrorState } from '../../ui/ErrorState';
import { Link } from '../../ui/Link';
import { Time } from '../../ui/Time';
import { ImportsDocument, type ImportsQuery } from './Imports.generated';

type Recent = ImportsQuery['imports'][number];

const nameOf = ({ source, plan, newProjectName }: Recent): string => {
  const name = newProjectName ?? plan?.name ?? '';
  return name === '' ? texts.sources[source] : texts.named(texts.sources[source], name);
};

const stateOf = ({ dryRun, state }: Recent): string =>
  dryRun && state === 'DONE' ? texts.checked : texts.states[state];

/** The person's imports that are still kept, except those without a file. */
export const RecentImports = () => {
  const { data, error, loading, readAgain } = usePageQuery(ImportsDocument);
  const now = useNow();
  if (error && !data) {
    return <ErrorState message={errorText(error, texts.recentFailed)} pending={loading} onRetry={readAgain} />;
  }
  const imports = data?.imports.filter(({ state }) => state !== 'WAITING') ?? [];
  if (imports.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-base">{texts.recent}</h2>
      <ul aria-label={texts.recent}>
        {imports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 border-t border-line py-2.5">
            <Link
              to={`/import/${one.id}`}
              dir="auto"
              className="min-w-0 flex-1 basis-52 rounded-xs font-medium wrap-anywhere hover:underline pointer-coarse:py-2"
            >
              {nameOf(one)}
            </Link>
            <span className="flex flex-wrap gap-x-3 text-xs text-ink-3">
              {one.plan && <span>{texts.tasks(one.plan.tasks)}</span>}
              <span>{stateOf(one)}</span>
              <Time at={one.createdAt}>{formatMoment(one.createdAt, now)}</Time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
