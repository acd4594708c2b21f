import { expect, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { addTasks, browserOf, newPerson, openLive } from './people.ts';

/** Today as the reader's calendar has it. */
const today = (): string => new Date().toISOString().slice(0, 10);

test(
  'figures are empty, then counted, read by keyboard, shown as tables, filtered by the address, and live',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const tom = await newPerson(baseURL ?? '', 'Tom');
    const context = await browserOf(browser, baseURL ?? '', mara);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto('/analytics');
    await expect(page).toHaveTitle(/Analytics/);
    await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.close();

    const project = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const other = await mara.call<{ id: string }>('POST', '/projects', { name: 'Workshop' });
    await mara.call('POST', `/projects/${project.id}/members`, { userId: tom.id });
    const many = Array.from({ length: 1_200 }, (_, n) => ({
      title: `Task ${n}`,
      status: n % 2 === 0 ? 'DONE' : 'TODO',
      assigneeId: n % 3 === 0 ? tom.id : null,
    }));
    await addTasks(mara, project.id, many);
    await addTasks(mara, other.id, [{ title: 'Alone', status: 'IN_REVIEW' }]);

    const live = await openLive(context, '/analytics');
    const figure = (name: string) => live.getByRole('region', { name, exact: true });
    await expect(figure('Completed by week')).toContainText('600 tasks completed');
    await expect(figure('Cycle time')).toContainText('50% of tasks took less than an hour');
    await expect(figure('By person').getByRole('listitem')).toHaveText([
      /No assignee\s*400 completed\s*401 open/,
      /Tom Stone\s*200 completed\s*200 open/,
    ]);
    // the arrow keys go from day to day, and screen readers hear the numbers
    const flow = live.getByRole('slider', { name: 'Flow' });
    await flow.press('End');
    await expect(flow).toHaveAttribute('aria-valuetext', /To Do 600, In Progress 0, In Review 1, Done 600$/);
    await flow.press('ArrowLeft');
    await expect(flow).toHaveAttribute('aria-valuetext', /To Do 0, In Progress 0, In Review 0, Done 0$/);
    await expect(figure('Flow').getByText(/To Do 0, In Progress 0/)).toBeVisible();
    // a table behind each, to read and to copy
    await figure('Completed by week').getByRole('button', { name: 'Table', exact: true }).click();
    await expect(live.getByRole('slider', { name: 'Completed by week' })).toBeHidden();
    const weeks = live.getByRole('table', { name: 'Completed by week' });
    await expect(weeks.getByRole('row').last()).toContainText('600');
    await expect(weeks.getByRole('rowheader').last()).toHaveCSS('text-align', 'start');
    await live.getByRole('button', { name: 'Copy table: Completed by week' }).click();
    await expect(live.getByText('Table copied')).toBeVisible();
    expect(await live.evaluate(() => navigator.clipboard.readText())).toMatch(/^Week of\tCompleted\n.*\t600$/s);
    expect(await findViolations(live)).toEqual([]);

    // other people's changes are counted within some seconds, without a reload
    await tom.call('POST', '/tasks', { projectId: project.id, title: 'More', priority: 'LOW', status: 'DONE' });
    await expect(figure('Completed by week')).toContainText('601 tasks completed');

    // the address says what is shown
    await live.getByRole('radio', { name: '4 weeks' }).click();
    await expect(live).toHaveURL(/range=weeks4/);
    await live.getByRole('combobox', { name: 'Project' }).click();
    await live.getByRole('option', { name: 'Workshop' }).click();
    await expect(live).toHaveURL(new RegExp(`project=${other.id}`));
    await expect(figure('Completed by week')).toContainText('Nothing completed in this period');
    await live.getByRole('radio', { name: 'Custom' }).click();
    const days = live.getByRole('dialog', { name: 'Date range' });
    await expect(days.getByLabel('From')).toBeFocused();
    await live.keyboard.type('Jan 1 2020');
    await live.keyboard.press('Enter');
    await expect(days.getByRole('alert')).toHaveText('Choose a range of up to 366 days');
    // What is before the first day takes that along.
    await days.getByLabel('To').fill('Dec 31 2019');
    await live.keyboard.press('Enter');
    await expect(days).toBeHidden();
    await expect(live).toHaveURL(/from=2019-12-31&to=2019-12-31/);
    await live.goto(`/analytics?from=${today()}&to=${today()}&project=${project.id}&person=${tom.id}`);
    await expect(figure('Completed by week')).toContainText('200 tasks completed');
    await expect(live.getByRole('combobox', { name: 'Person' })).toContainText('Tom Stone');
    await context.close();
  },
);

test(
  'the activity of a colleague opens from the team or by their name, with comments',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const tom = await newPerson(baseURL ?? '', 'Tom');
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await context.newPage();
    await page.goto('/team');
    await expect(page.getByRole('heading', { name: 'You’re the only one here' })).toBeVisible();
    const project = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    await mara.call('POST', `/projects/${project.id}/members`, { userId: tom.id });
    const [paint] = await addTasks(tom, project.id, [
      { title: 'Paint the hull', assigneeId: tom.id, dueDate: '2026-01-01T12:00:00Z' },
      { title: 'Order tins', assigneeId: tom.id, status: 'DONE' },
    ]);
    await tom.call('PATCH', `/tasks/${paint?.id}/status`, { status: 'IN_PROGRESS' });
    await tom.call('POST', `/tasks/${paint?.id}/comments`, { text: 'Two coats, then?' });
    await mara.call('PATCH', `/tasks/${paint?.id}/status`, { status: 'IN_REVIEW' });

    // one press from anywhere to the team, one to the person
    await page.goto('/board');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await expect(page).toHaveTitle(/Team/);
    await expect(page.getByRole('row', { name: /Tom Stone/ })).toHaveText(/Tom Stone.*Tern launch\s*1\s*1\s*1$/);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Tom Stone' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tom Stone' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Open tasks' }).getByRole('listitem')).toHaveText([/Paint the hull/]);
    const day = page.getByRole('region', { name: 'Today' });
    // his changes of one task within an hour are one entry
    await expect(day.getByRole('listitem').first()).toHaveText(
      /Paint the hull.*commented\s*Two coats, then\?.*moved it from To Do to In Progress/,
    );
    await expect(day).not.toContainText('In Review');
    expect(await findViolations(page)).toEqual([]);
    await day.getByRole('link', { name: 'Paint the hull' }).first().click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Paint the hull');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('link', { name: 'View the task' }).click();
    await expect(page).toHaveURL(new RegExp(`/tasks\\?assignee=${tom.id}`));

    // by the menu: its key, and Enter
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Tom Stone’s activity');
    await expect(page.getByRole('option', { name: /Tom Stone’s activity/ })).toHaveAttribute('data-highlighted', '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/team/${tom.id}`);

    // all projects, by keys of its own; and a filter that the address keeps
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await expect(page).toHaveURL('/activity');
    await expect(page.getByRole('region', { name: 'Today' })).toContainText('In Review');
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'You' }).click();
    await expect(page).toHaveURL(`/activity?person=${mara.id}`);
    await expect(page.getByRole('region', { name: 'Today' })).not.toContainText('Two coats');
    await page.goto('/team/0190a1b2-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1, name: 'Person not found' })).toBeVisible();

    // on a phone the further places are behind one button
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Analytics' }).click();
    await expect(page).toHaveURL('/analytics');
    expect(await page.evaluate(() => document.querySelector('.sheet')?.scrollWidth)).toBeLessThanOrEqual(360);
    await context.close();
  },
);
