import { addMember, newPerson, newProject, type Person } from './client.js';
import { startServer, type TestServer } from './harness.js';

/** A server with a project of Mara's, of which Jon is a member. */
export async function startTeam(): Promise<{ server: TestServer; mara: Person; jon: Person; projectId: string }> {
  const server = await startServer();
  const [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, jon);
  return { server, mara, jon, projectId };
}
