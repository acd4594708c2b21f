import { useEffect, useEffectEvent, useState } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { HeirsDocument, type OwnProjectsQuery, OwnProjectsDocument } from './DeleteAccount.generated';

export type OwnProject = OwnProjectsQuery['projects']['nodes'][number];

/** The data for the form that deletes the viewer's account; always read from the server. */
export interface AccountToDelete {
  twoFactor: boolean;
  projects: readonly OwnProject[];
}

const fetchPolicy = 'no-cache';

const readAccountToDelete = async (client: ApolloClient): Promise<AccountToDelete> => {
  const projects: OwnProject[] = [];
  let twoFactor = false;
  // Archived ones need an owner, too.
  for (const archived of [false, true]) {
    for (let after: string | null | undefined, isRead = false; !isRead;) {
      const { data } = await client.query({
        query: OwnProjectsDocument,
        variables: { after: after ?? null, archived },
        fetchPolicy,
      });
      if (!data) throw new Error('no answer');
      projects.push(...data.projects.nodes.filter(({ viewerRole }) => viewerRole === 'OWNER'));
      twoFactor = data.me.twoFactor ?? false;
      isRead = !data.projects.pageInfo.hasNextPage;
      after = data.projects.pageInfo.endCursor;
    }
  }
  return { twoFactor, projects };
};

/** A person who can become the owner of a project. */
export interface CandidateOwner {
  id: string;
  name: string;
}

const readCandidateOwners = async (client: ApolloClient, projectId: string, me: string): Promise<CandidateOwner[]> => {
  const candidates: CandidateOwner[] = [];
  for (let after: string | null | undefined; ;) {
    const variables = { projectId, after: after ?? null };
    const { data } = await client.query({ query: HeirsDocument, variables, fetchPolicy });
    const page = data?.project?.members;
    if (!page) throw new Error('no answer');
    candidates.push(...page.nodes.map(({ user }) => ({ id: user.id, name: user.name })).filter(({ id }) => id !== me));
    if (!page.pageInfo.hasNextPage) return candidates;
    after = page.pageInfo.endCursor;
  }
};

interface Read<Value> {
  value: Value | null;
  error: unknown;
  retry: () => void;
}

/** Reads data when it is first shown, and again on request. Returns the previous data in the meantime. */
const useRead = <Value>(read: (client: ApolloClient) => Promise<Value>): Read<Value> => {
  const client = useApolloClient();
  const [{ value, error }, setState] = useState<{ value: Value | null; error: unknown }>({ value: null, error: null });
  const load = (): void => {
    read(client).then(
      (next) => setState({ value: next, error: null }),
      (failure: unknown) => setState((before) => ({ ...before, error: failure })),
    );
  };
  const begin = useEffectEvent(load);
  useEffect(() => begin(), []);
  return { value, error, retry: load };
};

/** Reads all projects that the viewer owns, and whether two-factor is on. */
export const useAccountToDelete = (): Read<AccountToDelete> => useRead(readAccountToDelete);

/** The other members of a project. */
export const useCandidateOwners = (projectId: string, me: string): Read<CandidateOwner[]> =>
  useRead((client) => readCandidateOwners(client, projectId, me));
