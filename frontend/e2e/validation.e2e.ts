import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { browserOf, newBrowser, newPerson, type Person } from './people.ts';

// Sections 2, 5, 8 and 9 of the specification, line by line: the texts that no other test checks word for word.

type Values = Record<string, string>;

/** A form that is refused: the typed values by field, and the message at each field. */
type Refusal = [field: string, typed: string, message: string];

const COMPOSITION = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';
const LONG_NAME = 'n'.repeat(51);

const fill = async (page: Page, values: Values): Promise<void> => {
  for (const [name, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
};

/** What is said at a field. */
const saidAt = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const expectRefusals = async (
  page: Page,
  good: Values,
  button: string,
  refusals: readonly Refusal[],
): Promise<void> => {
  await fill(page, good);
  for (const [field, typed, message] of refusals) {
    await fill(page, { [field]: typed });
    await page.getByRole('button', { name: button, exact: true }).click();
    const at = `${field}: '${typed.slice(0, 20)}'`;
    await expect(saidAt(page, field), at).toHaveAttribute('aria-invalid', 'true');
    await expect(saidAt(page, field), at).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')));
    await fill(page, { [field]: good[field] ?? '' });
  }
};

const NAMES: readonly Refusal[] = [
  ['First name', '', 'First name is required'],
  ['First name', LONG_NAME, 'First name must be at most 50 characters'],
  ['Last name', '', 'Last name is required'],
  ['Last name', LONG_NAME, 'Last name must be at most 50 characters'],
  ['Username', '', 'Username is required'],
  ['Username', 'ab', 'Username must be at least 3 characters'],
  ['Username', LONG_NAME, 'Username must be at most 50 characters'],
  ['Email', '', 'Email is required'],
  ['Email', 'mara@', 'Invalid email'],
];

test.describe('a visitor', () => {
  test('sees the errors at sign-in', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in to Cairn' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot-password');
    await expectRefusals(page, { Email: 'mara@example.com', Password: 'x' }, 'Sign in', [
      ['Email', '', 'Email is required'],
      ['Email', 'mara', 'Invalid email'],
      ['Password', '', 'Password is required'],
    ]);
  });

  test('sees the errors at registration', async ({ page }) => {
    await page.goto('/register');
    const good = {
      'First name': 'Mara',
      'Last name': 'Okafor',
      Username: 'mara-words',
      Email: 'mara-words@example.com',
      Password: 'Secret123',
      'Confirm password': 'Secret123',
    };
    await expectRefusals(page, good, 'Create account', [
      ...NAMES,
      ['Password', '', 'Password is required'],
      ['Password', 'Short1', 'Password must be at least 8 characters'],
      ['Password', 'alllower1', COMPOSITION],
      ['Password', 'ALLUPPER1', COMPOSITION],
      ['Password', 'NoDigitsHere', COMPOSITION],
      ['Confirm password', '', 'Confirm password is required'],
      ['Confirm password', 'Secret124', 'Passwords must match'],
    ]);
  });
});

test.describe('a signed-in person', () => {
  let person: Person;
  let projectId: string;
  let taskId: string;
  let context: BrowserContext;
  let page: Page;

  test.beforeAll(async ({ browser, baseURL }) => {
    person = await newPerson(baseURL ?? '', 'Mara');
    ({ id: projectId } = await person.call<{ id: string }>('POST', '/projects', { name: 'Venue' }));
    const task = { projectId, title: 'Choose the date', priority: 'LOW', tags: [] };
    ({ id: taskId } = await person.call<{ id: string }>('POST', '/tasks', task));
    await person.call('POST', '/notifications', { title: 'Order paint' });
    context = await browserOf(browser, baseURL ?? '', person);
    page = await context.newPage();
  });
  test.afterAll(() => context.close());
  test.afterEach(() => page.unrouteAll({ behavior: 'wait' }));

  test('sees the errors of a profile', async () => {
    await page.goto('/profile');
    await expect(page.getByText('Member since')).toBeVisible();
    await expect(page.getByText('Last updated')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const good = { 'First Name': 'Mara', 'Last Name': 'Okafor', Username: 'mara-w', Email: 'mara-w@example.com' };
    const refusals = NAMES.map(([field, typed, message]): Refusal => {
      const name = field.replace('name', 'Name').replace('UserName', 'Username');
      return [name, typed, message];
    });
    await expectRefusals(page, good, 'Save Changes', refusals);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Mara Stone' })).toBeVisible();
  });

  test('sees the errors of a new password', async () => {
    await page.goto('/settings');
    const good = { 'Current password': 'Secret123', 'New password': 'Another123', 'Confirm password': 'Another123' };
    await expectRefusals(page, good, 'Change Password', [
      ['Current password', '', 'Current password is required'],
      ['New password', '', 'New password is required'],
      ['New password', 'Short1', 'Password must be at least 8 characters'],
      ['New password', 'alllower1', COMPOSITION],
      ['Confirm password', '', 'Confirm password is required'],
      ['Confirm password', 'Another124', 'Passwords must match'],
    ]);
  });

  test('finds the words of each page', async () => {
    const words: [path: string, words: string[]][] = [
      [
        '/projects',
        ['Manage your projects and collaborate with your team.', 'View Project', 'No description provided'],
      ],
      ['/tasks', ['Manage all your tasks in one place.', 'Showing 1 of 1 tasks']],
      ['/board', ['Task Board', 'Drag and drop tasks to update their status.']],
      ['/settings', ['Two-Factor Authentication', 'Active Sessions', 'Download Your Data', 'Danger Zone']],
    ];
    for (const [path, list] of words) {
      await page.goto(path);
      for (const text of list) await expect(page.getByText(text, { exact: true }).first(), text).toBeAttached();
    }
  });

  test('sees columns of at least 500 px in a low window', async () => {
    await page.setViewportSize({ width: 1400, height: 420 });
    await page.goto('/board');
    for (const name of ['To Do', 'In Progress', 'In Review', 'Done']) {
      const column = page.getByRole('region', { name, exact: true });
      await expect(column).toBeVisible();
      expect((await column.boundingBox())?.height, name).toBeGreaterThanOrEqual(500);
    }
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  test('sees at most 9+ at the bell', async () => {
    for (let n = 1; n <= 9; n += 1) await person.call('POST', '/notifications', { title: `Note ${n}` });
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Notifications, 9+ unread' })).toHaveText('9+');
  });

  /** The next answers to this operation are refusals without a message. */
  const refuse = async (operation: string): Promise<void> => {
    const refusal = { errors: [{ message: '', extensions: { code: 'BAD_REQUEST' } }], data: null };
    await page.route('**/graphql', async (route) => {
      const isIt = new RegExp(`(query|mutation) ${operation}\\b`).test(route.request().postData() ?? '');
      await (isIt ? route.fulfill({ json: refusal }) : route.continue());
    });
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

  /** The messages that the app uses if the server sends none: after which action, on which page. */
  const FALLBACKS: [operation: string, path: () => string, deed: () => Promise<void>, words: string][] = [
    ['Me', () => '/dashboard', async () => undefined, 'Failed to load user'],
    ['Tasks', () => '/tasks', async () => undefined, 'Failed to fetch tasks'],
    ['Dashboard', () => '/dashboard', async () => undefined, 'Failed to fetch dashboard stats'],
    ['Projects', () => '/projects', async () => undefined, 'Failed to fetch projects'],
    [
      'Notifications',
      () => '/profile',
      () => page.getByRole('button', { name: /^Notifications/ }).click(),
      'Failed to fetch notifications',
    ],
    [
      'MarkNotificationRead',
      () => '/profile',
      async () => {
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await page.getByRole('button', { name: 'Mark as read' }).first().click();
      },
      'Failed to mark notification as read',
    ],
    [
      'CreateTask',
      () => '/board',
      async () => {
        await press('New Task');
        const form = page.getByRole('dialog');
        await form.getByRole('textbox', { name: 'Title' }).fill('Another');
        // there is only one project, which is chosen once it is loaded
        await expect(form.getByRole('combobox', { name: 'Project' })).not.toHaveText('Choose a project');
        await press('Create Task');
      },
      'Failed to create task',
    ],
    [
      'CreateProject',
      () => '/projects',
      async () => {
        await press('New Project');
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Another');
        await press('Create project');
      },
      'Failed to create project',
    ],
    [
      'UpdateProject',
      () => `/projects/${projectId}`,
      async () => {
        await press('Project actions');
        await page.getByRole('menuitem', { name: 'Edit project' }).click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Hall');
        await press('Save changes');
      },
      'Failed to update project',
    ],
    [
      'DeleteProject',
      () => `/projects/${projectId}/members`,
      async () => {
        await press('Project actions');
        await page.getByRole('menuitem', { name: 'Delete project' }).click();
        await press('Delete project');
      },
      'Failed to delete project',
    ],
    [
      'UpdateTask',
      () => `/board?task=${taskId}`,
      async () => {
        await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).click();
        await page.getByRole('option', { name: 'Done' }).click();
      },
      'Failed to update task',
    ],
    ['DeleteTask', () => `/board?task=${taskId}`, () => press('Delete task'), 'Failed to delete task'],
    [
      'ChangePassword',
      () => '/settings',
      async () => {
        await fill(page, {
          'Current password': 'Secret123',
          'New password': 'Another123',
          'Confirm password': 'Another123',
        });
        await press('Change Password');
      },
      'Failed to change password',
    ],
  ];
  for (const [operation, path, deed, words] of FALLBACKS) {
    test(`is told '${words}'`, { tag: '@full' }, async () => {
      await refuse(operation);
      await page.goto(path());
      await deed();
      await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    });
  }

  test('sees why signing in and registering failed if the server gives no reason', async ({ browser, baseURL }) => {
    const visitor = await newBrowser(browser, { baseURL });
    const own = page;
    page = await visitor.newPage();
    // The doors speak REST.
    await page.route(/\/api\/auth\/(login|register)$/, (route) =>
      route.fulfill({ status: 400, json: { code: 'BAD_REQUEST', message: '' } }),
    );
    await page.goto('/login');
    await fill(page, { Email: 'mara@example.com', Password: 'x' });
    await press('Sign in');
    await expect(page.getByRole('alert').getByText('Login failed')).toBeVisible();
    await page.goto('/register');
    await fill(page, {
      'First name': 'Mara',
      'Last name': 'Okafor',
      Username: 'mara-w2',
      Email: 'mara-w2@example.com',
      Password: 'Secret123',
      'Confirm password': 'Secret123',
    });
    await press('Create account');
    await expect(page.getByRole('alert').getByText('Registration failed')).toBeVisible();
    await visitor.close();
    page = own;
  });

  test('opens the task of a notification', async ({ baseURL }) => {
    const other = await newPerson(baseURL ?? '', 'Wen');
    await person.call('POST', `/projects/${projectId}/members`, { userId: other.id });
    await other.call('POST', `/tasks/${taskId}/comments`, { text: 'Well?' });
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const today = page.getByRole('region', { name: 'Today' });
    await today
      .getByRole('link', { name: /Wen Stone/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Choose the date');
  });
});
