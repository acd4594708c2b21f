import type { Person } from '../../support/client.js';
import type { TestServer } from '../../support/harness.js';
import { follow, type Following } from '../../support/socket.js';

/** An event of the feed as the tests look at it. */
export interface ChangeEvent {
  projectId: string;
  revision: number;
  kind: 'CHANGES' | 'PROJECT_JOINED' | 'PROJECT_LEFT' | 'RESYNC';
  mutationId: string | null;
  actor: { id: string; email: string | null } | null;
  project: { id: string; name: string; viewerRole: string; memberCount: number } | null;
  changes: {
    entity: string;
    entityId: string;
    action: string;
    fields: Record<string, [unknown, unknown]>;
    task: { id: string; title: string; version: number; assignee: { id: string; email: string | null } | null } | null;
    member: { userId: string; role: string } | null;
    project: { id: string; name: string } | null;
  }[];
}

export const CHANGES = `subscription ($after: [ChangeCursor!]) { changes(after: $after) {
  projectId revision kind mutationId
  actor { id email }
  project { id name viewerRole memberCount }
  changes { entity entityId action fields
    task { id title version assignee { id email } }
    member { userId role }
    project { id name } }
} }`;

export interface Position {
  projectId: string;
  revision: number;
}

/** Follows a person's projects from their current revisions. */
export const followChanges = (
  server: Pick<TestServer, 'url'>,
  person: Person,
  after?: readonly Position[],
): Following<ChangeEvent> =>
  follow<ChangeEvent>(server, CHANGES, { token: person.client.token, variables: { after: after ?? null } });

/** Kinds and revisions, to compare an order. */
export const shape = (events: readonly ChangeEvent[]): [string, number][] =>
  events.map(({ kind, revision }) => [kind, revision]);

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
