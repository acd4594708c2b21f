import { useEffect, useEffectEvent, useState } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { HeirsDocument, type OwnProjectsQuery, OwnProjectsDocument } from './DeleteAccount.generated';

export type OwnProject = OwnProjectsQuery['projects']['nodes'][number];

/** The owned projects of a person who deletes their account, always read from the server. */
export interface Estate {
  twoFactor: boolean;
  projects: readonly OwnProject[];
}

const fetchPolicy = 'no-cache';

const readEstate = async (client: ApolloClient): Promise<Estate> => {
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
export interface Heir {
  id: string;
  name: string;
}

const readHeirs = async (client: ApolloClient, projectId: string, me: string): Promise<Heir[]> => {
  const heirs: Heir[] = [];
  for (let after: string | null | undefined; ;) {
    const variables = { projectId, after: after ?? null };
    const { data } = await client.query({ query: HeirsDocument, variables, fetchPolicy });
    const page = data?.project?.members;
    if (!page) throw new Error('no answer');
    heirs.push(...page.nodes.map(({ user }) => ({ id: user.id, name: user.name })).filter(({ id }) => id !== me));
    if (!page.pageInfo.hasNextPage) return heirs;
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

/** All projects that the viewer owns. */
export const useEstate = (): Read<Estate> => useRead(readEstate);

/** The other members of a project. */
export const useHeirs = (projectId: string, me: string): Read<Heir[]> =>
  useRead((client) => readHeirs(client, projectId, me));
