import { useState } from 'react';
import { useQuery } from '@apollo/client/react';
import { DescriptionVersionsDocument, type DescriptionVersionsQuery } from './DescriptionVersions.generated';

const noop = (): void => undefined;

type Page = NonNullable<DescriptionVersionsQuery['task']>['descriptionVersions'];
export type Version = Page['nodes'][number];
export type DiffPart = Version['diff'][number];

const withMore = (known: DescriptionVersionsQuery, more: DescriptionVersionsQuery): DescriptionVersionsQuery => {
  const [before, page] = [known.task?.descriptionVersions, more.task?.descriptionVersions];
  if (!known.task || !before || !page) return known;
  return { task: { ...known.task, descriptionVersions: { ...page, nodes: [...before.nodes, ...page.nodes] } } };
};

/** Returns the versions of a description, page by page. They can contain a megabyte of text, so they are not cached. */
export const useDescriptionVersions = (id: string) => {
  const { data, error, loading, fetchMore, refetch } = useQuery(DescriptionVersionsDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  });
  const [failure, setFailure] = useState<unknown>();
  const page = data?.task?.descriptionVersions;

  const loadEarlier = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await fetchMore({
        variables: { after: page?.pageInfo.endCursor },
        updateQuery: (known, { fetchMoreResult }) => withMore(known, fetchMoreResult),
      });
    } catch (reason) {
      setFailure(reason);
    }
  };

  return {
    versions: page?.nodes,
    error: failure ?? error,
    loading,
    hasEarlier: page?.pageInfo.hasNextPage ?? false,
    loadEarlier,
    retry: () => refetch().then(noop, noop),
  };
};

export const textOf = ({ diff }: Pick<Version, 'diff'>): string =>
  diff.map(({ kind, text }) => (kind === 'REMOVED' ? '' : text)).join('');

/** The number of unchanged characters that are shown before and after a change. */
const CONTEXT = 120;
const GAP = ' … ';

/** Shortens unchanged parts to the text next to a change. */
export const shortenUnchanged = (diff: readonly DiffPart[]): DiffPart[] =>
  diff.map((part, at) => {
    const { kind, text } = part;
    if (kind !== 'SAME') return part;
    const start = at === 0 ? '' : text.slice(0, CONTEXT);
    const end = at === diff.length - 1 ? '' : text.slice(-CONTEXT);
    if (text.length <= start.length + end.length) return part;
    // The cut can split a character.
    return { ...part, text: `${start}${GAP}${end}`.replaceAll(/\p{Surrogate}/gu, '') };
  });
