import { expect, type Page, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { newPerson, PASSWORD, signIn } from './people.ts';
import {
  openContext,
  findHorizontalScroll,
  type Form,
  newWorld,
  openScreen,
  listScreens,
  forEachTwoAtATime,
  type World,
} from './screens.ts';
import { totpCode } from './twoFactor.ts';

/** `npm test` opens dialogs in one form, TEST_DEPTH=full everything in all of them; `screens.e2e.ts` has the screens. */
const DEEP = process.env.TEST_DEPTH === 'full';
const FORMS: Form[] = DEEP
  ? (['light', 'dark'] as const).flatMap((theme) => [320, 1400].map((width) => ({ theme, width })))
  : [{ theme: 'light', width: 1400 }];

const taskDialog = (page: Page) => page.getByRole('dialog', { name: 'Create New Task' });

/** A layer over a screen: where it opens, by which action, and which element shows that it is open. */
const OVERLAYS: { name: string; path: (world: World) => string; open: (page: Page) => Promise<void> }[] = [
  {
    name: 'the account menu',
    path: () => '/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    },
  },
  {
    name: 'the notifications',
    path: () => '/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
    },
  },
  {
    name: 'a picture that is refused',
    path: () => '/profile',
    open: async (page) => {
      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
      await page.locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('alert')).toContainText('This file cannot be read as a picture');
    },
  },
  {
    name: 'the form of a new task, refused',
    path: () => '/board',
    open: async (page) => {
      await page.getByRole('button', { name: 'New Task', exact: true }).click();
      await taskDialog(page).getByRole('button', { name: 'Create Task' }).click();
      await expect(taskDialog(page).getByText('Title is required')).toBeVisible();
    },
  },
  {
    name: 'a new task with what its line says, suggestions, and pasted lines',
    path: () => '/board',
    open: async (page) => {
      await page.getByRole('button', { name: 'New task at the end of In Progress' }).click();
      const line = page.getByRole('textbox', { name: 'New task, In Progress' });
      await line.fill('Call !high ^friday #');
      await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
      await page.getByRole('button', { name: 'New Task', exact: true }).click();
      await taskDialog(page).getByRole('textbox', { name: 'Title' }).fill('Call !high +copy\nWrite #');
      await expect(taskDialog(page).getByRole('list', { name: 'Tasks to create' })).toBeVisible();
      await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    },
  },
  {
    name: 'the month of a due date, with a draft',
    path: () => '/board',
    open: async (page) => {
      await page.getByRole('button', { name: 'New task in In Review' }).click();
      await taskDialog(page).getByRole('textbox', { name: 'Title' }).fill('Half typed');
      await page.keyboard.press('Escape');
      await expect(taskDialog(page)).toBeHidden();
      await page.getByRole('button', { name: 'New task in In Review' }).click();
      await expect(taskDialog(page).getByText('Draft restored')).toBeVisible();
      await taskDialog(page).getByRole('textbox', { name: 'Due Date' }).fill('Nov 25');
      await taskDialog(page).getByRole('button', { name: 'Pick a date' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  },
  {
    name: 'an open task whose due date is not understood',
    path: ({ taskId }) => `/board?task=${taskId}`,
    open: async (page) => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Due Date/ })
        .click();
      await page.getByRole('textbox', { name: 'Date and time' }).fill('soon');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').getByText('Due date must be')).toBeVisible();
    },
  },
  {
    name: 'a list of choices',
    path: () => '/tasks',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Status' }).click();
      await expect(page.getByRole('option', { name: 'In Review' })).toBeVisible();
    },
  },
  {
    name: 'the menu of a task in a list with groups',
    path: () => '/tasks?group=status',
    open: async (page) => {
      const menu = page.getByRole('menuitem', { name: 'Change status' });
      // It comes after the page.
      await expect(async () => {
        await page.locator('[data-task-link]').first().click({ button: 'right' });
        await expect(menu).toBeVisible({ timeout: 5_000 });
      }).toPass();
    },
  },
  {
    name: 'the end of an account, refused',
    path: () => '/settings',
    open: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account' });
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await expect(dialog.getByText('Current password is required')).toBeVisible();
    },
  },
  {
    name: 'the form of a new project',
    path: () => '/projects',
    open: async (page) => {
      await page.getByRole('button', { name: 'New Project' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Create new project' })).toBeVisible();
    },
  },
  {
    name: 'a project’s menu',
    path: ({ projectId }) => `/projects/${projectId}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Project actions' }).click();
      await expect(page.getByRole('menuitem', { name: 'Edit project' })).toBeVisible();
    },
  },
  {
    name: 'the form of a project',
    path: ({ projectId }) => `/projects/${projectId}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Project actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit project' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the warning before a project is deleted',
    path: ({ projectId }) => `/projects/${projectId}/activity`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Project actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete project' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the profile’s form, refused',
    path: () => '/profile',
    open: async (page) => {
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      await page.getByRole('textbox', { name: 'First Name' }).fill('');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
    },
  },
  {
    name: 'the command menu with what it finds',
    path: () => '/dashboard',
    open: async (page) => {
      // The keys come after the page.
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('combobox', { name: 'Search or jump to…' })).toBeFocused({ timeout: 5_000 });
      }).toPass();
      await page.keyboard.type('Choose');
      await expect(page.getByRole('option', { name: /Choose the date/ })).toBeVisible();
    },
  },
  {
    name: 'all keys',
    path: () => '/dashboard',
    open: async (page) => {
      await expect(async () => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 5_000 });
      }).toPass();
    },
  },
  {
    name: 'a card’s menu',
    path: () => '/board',
    open: async (page) => {
      await page.getByRole('button', { name: 'Move Choose the date' }).click();
      await expect(page.getByRole('menuitem', { name: 'Done' })).toBeVisible();
    },
  },
  {
    name: 'the question before a project is deleted',
    path: ({ projectId }) => `/projects/${projectId}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Project actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the members that a comment can mention',
    path: ({ taskId }) => `/tasks?task=${taskId}`,
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('Could you, @in');
      await expect(page.getByRole('option', { name: /Ines/ })).toBeVisible();
    },
  },
  {
    name: 'people to be added, of whom some could not be',
    path: ({ projectId }) => `/projects/${projectId}/members`,
    open: async (page) => {
      const field = page.getByRole('combobox', { name: 'Emails or usernames' });
      await field.pressSequentially('nobody-is-called-so, no@@address,');
      await field.press('Enter');
      await expect(page.getByText('no@@address: Invalid email')).toBeVisible();
    },
  },
  {
    name: 'chosen tasks and the list of priorities',
    path: () => '/tasks',
    open: async (page) => {
      await expect(async () => {
        await page.locator('[data-task-link]').first().focus();
        await page.keyboard.press('x');
        await expect(page.getByText('1 selected')).toBeVisible({ timeout: 5_000 });
      }).toPass();
      await page.keyboard.press('p');
      await expect(page.getByRole('option', { name: 'Urgent' })).toBeVisible();
    },
  },
  {
    name: 'the question before all notifications are cleared',
    path: () => '/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      // On a phone the page has a More of its own.
      const inbox = page.getByRole('dialog', { name: 'Notifications' });
      await inbox.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Clear all' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
];

for (const form of FORMS) {
  test.describe(`everything accessible, ${form.theme}, ${form.width} px`, () => {
    let world: World;
    test.beforeAll(async ({ baseURL }) => {
      world = await newWorld(baseURL ?? '');
    });

    // `screens.e2e.ts` opens it in this form
    const isLookedAt = form.theme === 'light' && form.width === 1400;
    if (!isLookedAt) {
      test('every screen', async ({ browser, baseURL }) => {
        test.slow();
        const insider = await openContext(browser, baseURL ?? '', form, world.person);
        const visitor = await openContext(browser, baseURL ?? '', form, null);
        await forEachTwoAtATime(listScreens(world), async ({ name, path, isInside }, tabIn) => {
          const page = await tabIn(isInside ? insider : visitor);
          await openScreen(page, path);
          await expect(page.locator('html')).toHaveAttribute('data-theme', form.theme);
          expect.soft(await findHorizontalScroll(page), name).toEqual([]);
          expect.soft(await findViolations(page), name).toEqual([]);
        });
        await insider.close();
        await visitor.close();
      });
    }

    // `npm test` checks these steps in `security.e2e.ts` and `apiTokens.e2e.ts`, where they are used.
    if (DEEP) {
      test('the second factor and the sessions', async ({ browser, baseURL }) => {
        const person = await newPerson(baseURL ?? '', 'Mara');
        const insider = await openContext(browser, baseURL ?? '', form, person);
        const visitor = await openContext(browser, baseURL ?? '', form, null);
        const page = await insider.newPage();
        const dialog = page.getByRole('dialog');
        const look = async (name: string): Promise<void> => expect.soft(await findViolations(page), name).toEqual([]);
        await openScreen(page, '/settings');
        await page.getByRole('button', { name: 'Manage' }).click();
        await expect(page.getByRole('list', { name: 'Active sessions' })).toBeVisible();
        await page.getByRole('button', { name: 'Enable' }).click();
        await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
        await look('the password, over the sessions');
        await dialog.getByRole('button', { name: 'Continue' }).click();
        const secret = (await dialog.locator('code').textContent()) ?? '';
        await look('what the app scans');
        await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret.replaceAll(' ', '')));
        await dialog.getByRole('button', { name: 'Turn on' }).click();
        await expect(dialog.getByRole('listitem')).toHaveCount(10);
        await page.keyboard.press('Escape');
        await look('the recovery codes');
        await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
        await page.getByRole('button', { name: 'Disable' }).click();
        await dialog.getByRole('button', { name: 'Turn off' }).click();
        await expect(dialog.getByText('Code is required')).toBeVisible();
        await look('password and code, refused');

        const door = await visitor.newPage();
        await signIn(door, person.email, PASSWORD);
        await door.getByRole('textbox', { name: 'Code' }).fill('nonsense');
        await door.getByRole('button', { name: 'Sign in' }).click();
        await expect(door.getByText('This code is not valid.')).toBeVisible();
        expect.soft(await findViolations(door), 'the second step').toEqual([]);
        await insider.close();
        await visitor.close();
      });

      test('the API tokens', async ({ browser, baseURL }) => {
        const person = await newPerson(baseURL ?? '', 'Mara');
        for (const name of ['Tern launch', 'Harbour survey']) await person.call('POST', '/projects', { name });
        const insider = await openContext(browser, baseURL ?? '', form, person);
        const page = await insider.newPage();
        const dialog = page.getByRole('dialog');
        const look = async (name: string): Promise<void> => expect.soft(await findViolations(page), name).toEqual([]);
        await openScreen(page, '/settings');
        await page.getByRole('button', { name: 'New token' }).click();
        await dialog.getByRole('radio', { name: 'Selected projects' }).check();
        await dialog.getByRole('button', { name: 'Create token' }).click();
        await expect(dialog.getByText('Choose at least one project')).toBeVisible();
        await look('the form of a token, refused');
        await dialog.getByRole('checkbox', { name: 'Tern launch' }).check();
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
        await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
        await dialog.getByRole('button', { name: 'Create token' }).click();
        await expect(dialog.getByRole('heading', { name: 'Your new token' })).toBeVisible();
        await page.keyboard.press('Escape');
        await look('the new token');
        await dialog.getByRole('button', { name: 'Done' }).click();
        await expect(page.getByRole('list', { name: 'API tokens' })).toBeVisible();
        await look('the list of tokens');
        await insider.close();
      });
    }

    test('every dialog and menu', { tag: '@full' }, async ({ browser, baseURL }) => {
      test.slow();
      const context = await openContext(browser, baseURL ?? '', form, world.person);
      // Each form gets a new tab: a shared one would restore the draft of the form before.
      await context.addInitScript(() => sessionStorage.clear());
      await forEachTwoAtATime(OVERLAYS, async ({ name, path, open }, tabIn) => {
        const page = await tabIn(context);
        await openScreen(page, path(world));
        await open(page);
        expect.soft(await findViolations(page), name).toEqual([]);
      });
      await context.close();
    });
  });
}
