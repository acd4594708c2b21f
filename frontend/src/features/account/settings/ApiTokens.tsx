import { useRef, useState, type MouseEvent, type MouseEventHandler } from 'react';
import { useMutation } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { errorText, succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatDay, formatFull, formatMoment } from '../../../lib/dates/format';
import { useAllProjects } from '../../projects/useProjects';
import { apiTokensTexts as texts } from '../../../texts/apiTokens';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { lazyDialog } from '../../../ui/lazyComponent';
import { notify } from '../../../ui/notify';
import { Skeleton } from '../../../ui/Skeleton';
import { ApiTokensDocument, RevokeApiTokenDocument, type ApiTokensQuery } from './ApiTokens.generated';

const CreateApiToken = lazyDialog(() => import('./settingsDialogs'), 'CreateApiToken');

type ApiToken = ApiTokensQuery['apiTokens'][number];

/** How many projects are named. */
const NAMED = 2;

/** The projects that a token is for: by name where they are few, and the person still belongs to them. */
const SomeProjects = ({ ids }: { ids: readonly string[] }) => {
  const { projects } = useAllProjects();
  const names = ids.flatMap((id) => projects?.find((project) => project.id === id)?.name ?? []);
  if (ids.length > NAMED || names.length < ids.length) return texts.projectsLeft(ids.length);
  return names.map((name, index) => (
    <bdi key={name}>
      {index > 0 && ', '}
      {name}
    </bdi>
  ));
};

const ApiTokenItem = ({ token, onRevoke }: { token: ApiToken; onRevoke: MouseEventHandler }) => {
  const { name, scope, projectIds, expiresAt, lastUsedAt } = token;
  return (
    <li className="flex items-center gap-4 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          <span className="tag">{texts.scopes[scope]}</span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span className="wrap-anywhere">{projectIds ? <SomeProjects ids={projectIds} /> : texts.allProjects}</span>
          <time dateTime={expiresAt} title={formatFull(expiresAt)}>
            {texts.ends(formatDay(expiresAt))}
          </time>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={formatFull(lastUsedAt)}>
              {texts.lastUsed(formatMoment(lastUsedAt))}
            </time>
          ) : (
            <span>{texts.neverUsed}</span>
          )}
        </p>
      </div>
      <Button size="md" aria-label={texts.revokeNamed(name)} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
};

/** The person's API tokens, and ways to create and revoke them. */
export const ApiTokens = () => {
  const { data, error, loading, retryFailedQueries } = usePageQuery(ApiTokensDocument);
  const [revoke] = useMutation(RevokeApiTokenDocument);
  // The dialog starts over after it has shown a token.
  const [{ isMaking, times }, setMaking] = useState({ isMaking: false, times: 0 });
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const [isAsking, setAsking] = useState(false);
  const maker = useRef<HTMLButtonElement>(null);
  const asker = useRef<HTMLElement>(null);
  const ask = (token: ApiToken) => (event: MouseEvent<HTMLElement>) => {
    asker.current = event.currentTarget;
    setAsked(token);
    setAsking(true);
  };
  const confirm = async (): Promise<boolean> => {
    if (!asked) return true;
    const input = { id: asked.id, mutationId: newId() };
    const isDone = await succeeds(revoke({ variables: { input } }), texts.revokeFailed);
    // An expired one is also gone.
    await retryFailedQueries();
    if (isDone) notify.success(texts.revoked);
    return isDone;
  };

  const tokens = data?.apiTokens;
  if (error && !tokens) {
    return (
      <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={retryFailedQueries} />
    );
  }
  const isEmpty = tokens?.length === 0;
  const make = (
    <Button ref={maker} icon={<Plus />} onClick={() => setMaking({ isMaking: true, times })}>
      {texts.new}
    </Button>
  );
  return (
    <>
      {!tokens && <Skeleton className="h-14 w-full" />}
      {isEmpty && (
        <EmptyState {...texts.empty} level={3} className="rounded-md border border-line py-8" action={make} />
      )}
      {tokens && !isEmpty && (
        <>
          <ul aria-label={texts.list} className="mb-3 rounded-md border border-line px-4 py-1">
            {tokens.map((token) => (
              <ApiTokenItem key={token.id} token={token} onRevoke={ask(token)} />
            ))}
          </ul>
          {make}
        </>
      )}
      <CreateApiToken
        key={times}
        open={isMaking}
        onClose={() => setMaking({ isMaking: false, times })}
        onDone={() => setMaking({ isMaking: false, times: times + 1 })}
        onMade={() => void retryFailedQueries()}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        // The pressed button is removed with its token.
        finalFocus={() => (asker.current?.isConnected ? asker.current : maker.current)}
        title={asked ? texts.revokeTitle(asked.name) : ''}
        confirmLabel={texts.revoke}
        onConfirm={confirm}
      >
        {texts.revokeText}
      </ConfirmDialog>
    </>
  );
};
