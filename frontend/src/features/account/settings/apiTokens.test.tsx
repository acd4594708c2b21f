import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../session/render.fixture';
import { answering, type Answers, forgetSent, sent } from '../session/signedIn.fixture';
import { ApiTokens } from './ApiTokens';
import { curlCommand } from './ApiTokenCreated';
import { getExpiry } from './apiTokenForm';
// Here the tests wait for no file of its own.
import './CreateApiToken';

vi.mock('../../../ui/notify');

const TOKEN = {
  __typename: 'ApiToken',
  id: 't1',
  name: 'Nightly report',
  scope: 'WRITE',
  projectIds: ['p1', 'p2', 'p3'],
  expiresAt: '2027-03-03T12:00:00.000Z',
  lastUsedAt: null,
};

const show = (answers: Answers) => {
  renderPart(answering(answers), <ApiTokens />);
  return userEvent.setup();
};

const factor = (twoFactor: boolean) => () =>
  of({ data: { me: { __typename: 'User', id: 'u1', twoFactor, recoveryCodesLeft: 10 } } });
const tokens = (list: object[]) => () => of({ data: { apiTokens: list } });
const refused = (fields: Record<string, string[]>) => () =>
  of({ errors: [{ message: 'Refused', extensions: { code: 'VALIDATION_FAILED', fields } }] });

beforeEach(() => {
  forgetSent();
});

describe('the tokens for programs', () => {
  it('show the number of projects if their names are unknown, and that they were never used', async () => {
    show({ ApiTokens: tokens([TOKEN]) });
    const row = within(await screen.findByRole('listitem'));
    for (const words of ['Nightly report', 'Read and write', '3 projects', 'Expires Mar 3, 2027', 'Never used']) {
      expect(row.getByText(words)).toBeVisible();
    }
  });

  it('require a code if two-factor is on, and show an invalid day at its field', async () => {
    const user = show({
      ApiTokens: tokens([]),
      Security: factor(true),
      CreateApiToken: refused({ expiresAt: ['A token can last at most a year'] }),
    });
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('textbox', { name: 'Code' });
    await user.click(dialog.getByRole('combobox', { name: /Expires/ }));
    await user.click(await screen.findByRole('option', { name: 'Custom…' }));
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    for (const words of ['Name is required', 'Code is required', 'Enter a date, like Nov 27 or 2026-11-27']) {
      expect(await dialog.findByText(words)).toBeVisible();
    }
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nightly report');
    await user.type(dialog.getByRole('textbox', { name: 'Date' }), '2031-01-02');
    await user.type(dialog.getByLabelText('Current password'), 'Granite7stones');
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await dialog.findByText('A token can last at most a year')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Date' })).toHaveFocus();
    expect(sent.CreateApiToken).toEqual([
      {
        name: 'Nightly report',
        scope: 'READ',
        projectIds: null,
        expiresAt: new Date('2031-01-02T18:00').toISOString(),
        currentPassword: 'Granite7stones',
        code: '123456',
      },
    ]);
  });
});

describe('the end of a token', () => {
  const now = new Date('2026-11-22T10:00:00.000Z');

  it('is within the year that the server allows, or a day as it is written', () => {
    expect(getExpiry('days90', '', now)?.toISOString()).toBe('2027-02-20T10:00:00.000Z');
    expect(getExpiry('year', '', now)?.toISOString()).toBe('2027-11-22T10:00:00.000Z');
    expect(getExpiry('other', '2027-03-03', now)).toEqual(new Date('2027-03-03T18:00'));
    expect([getExpiry('other', '', now), getExpiry('other', 'soon', now)]).toEqual([null, null]);
  });
});

it('the command contains the full address of the server, and works in the shells of all systems', () => {
  expect(curlCommand('cairn_x', 'https://tern.example')).toBe(
    'curl -H "Authorization: Bearer cairn_x" "https://tern.example/api/tasks?limit=5"',
  );
});
