const PROJECTS = 5;
const TASKS = 500;
const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'];

export const CREDENTIALS = {
  firstName: 'Mara',
  lastName: 'Okafor',
  username: 'mara',
  email: 'mara@tern.example',
  password: 'Granite7stones',
};

/** A REST client that throws on any error. */
export function restClient(url, token) {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text).data;
  };
}

/** Creates the account of a further person. @returns its id and token */
export async function register(url, n) {
  const { user, tokens } = await restClient(url)('POST', '/auth/register', {
    firstName: 'Ines',
    lastName: 'Okafor',
    username: `ines${n}`,
    email: `ines${n}@tern.example`,
    password: 'Granite7stones',
  });
  return { userId: user.id, token: tokens.accessToken };
}

/** Creates a signed-in person with five projects of a hundred tasks each, through the API. */
export async function seed(url) {
  const { user, tokens } = await restClient(url)('POST', '/auth/register', CREDENTIALS);
  const call = restClient(url, tokens.accessToken);
  const projects = [];
  for (let i = 0; i < PROJECTS; i += 1) projects.push(await call('POST', '/projects', { name: `Project ${i + 1}` }));
  const tasks = [];
  await Promise.all(
    projects.map(async (project, at) => {
      for (let i = at; i < TASKS; i += PROJECTS) {
        tasks.push(
          await call('POST', '/tasks', {
            projectId: project.id,
            title: `Task ${i}: choose the launch date`,
            description: 'What has to be ready, who decides, and what happens when the venue is taken.',
            status: STATUSES[i % 4],
            priority: PRIORITIES[(i >> 2) % 4],
            dueDate: i % 2 ? new Date(Date.UTC(2026, 11, 1 + (i % 28))).toISOString() : null,
            tags: ['launch', 'venue', 'press'].slice(0, i % 4),
            assigneeId: i % 3 ? user.id : null,
          }),
        );
      }
    }),
  );
  return { token: tokens.accessToken, userId: user.id, projects, tasks };
}
