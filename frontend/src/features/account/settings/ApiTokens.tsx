import { useMutation } from '@apollo/client/react';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatDay, formatMoment } from '../../../lib/dates/format';
import { useAllProjects } from '../../projects/useProjects';
import { apiTokensTexts as texts } from '../../../texts/apiTokens';
import { lazyDialog } from '../../../ui/lazyComponent';
import { Time } from '../../../ui/Time';
import { ApiTokensDocument, RevokeApiTokenDocument, type ApiTokensQuery } from './ApiTokens.generated';
import { RevocableList } from './RevocableList';
import { useSecretDialog } from './useSecretDialog';

const CreateApiToken = lazyDialog(() => import('./settingsDialogs'), 'CreateApiToken');

type ApiToken = ApiTokensQuery['apiTokens'][number];

/** How many projects are named. */
const NAMED = 2;

/** The projects of a token: by name if they are few and the person still belongs to them, otherwise as a number. */
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

const ApiTokenItem = ({ token: { name, scope, projectIds, expiresAt, lastUsedAt } }: { token: ApiToken }) => (
  <>
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-medium">
      <bdi className="wrap-anywhere">{name}</bdi>
      <span className="tag">{texts.scopes[scope]}</span>
    </p>
    <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
      <span className="wrap-anywhere">{projectIds ? <SomeProjects ids={projectIds} /> : texts.allProjects}</span>
      <Time at={expiresAt}>{texts.ends(formatDay(expiresAt))}</Time>
      {lastUsedAt ? (
        <Time at={lastUsedAt}>{texts.lastUsed(formatMoment(lastUsedAt))}</Time>
      ) : (
        <span>{texts.neverUsed}</span>
      )}
    </p>
  </>
);

/** The person's API tokens, and ways to create and revoke them. */
export const ApiTokens = () => {
  const page = usePageQuery(ApiTokensDocument);
  const [revoke] = useMutation(RevokeApiTokenDocument);
  const creation = useSecretDialog(() => void page.readAgain());
  return (
    <>
      <RevocableList
        texts={texts}
        items={page.data?.apiTokens}
        page={page}
        createButton={creation.createButton}
        onNew={creation.open}
        revoke={revoke}
      >
        {(token) => <ApiTokenItem token={token} />}
      </RevocableList>
      <CreateApiToken key={creation.key} {...creation.dialog} />
    </>
  );
};
