import { ApolloLink } from '@apollo/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { answerOf, projectFixture } from './project.fixture';
import { TemplateBanner } from './TemplateBanner';

const template = (id: string) => projectFixture({ id, name: `Plan ${id}`, key: id, isTemplate: true });
const link = new ApolloLink(() => of(answerOf(template('A'), template('B'))));

it('chooses its own template for each new project', async () => {
  const { rerender } = renderPart(link, <TemplateBanner projectId="A" />);
  const user = userEvent.setup();
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Create project' }));
    return screen.findByRole('combobox', { name: /^Template/ });
  };
  const cancel = async () => {
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  await user.click(await open());
  await user.click(await screen.findByRole('option', { name: 'No template' }));
  await cancel();
  expect(await open()).toHaveTextContent('Plan A');
  await cancel();
  rerender(<TemplateBanner projectId="B" />);
  expect(await open()).toHaveTextContent('Plan B');
});

it('focuses the first day of a new project if it is not a day', async () => {
  renderPart(link, <TemplateBanner projectId="A" />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Create project' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Harbor');
  await user.type(dialog.getByLabelText('First day'), 'someday');
  await user.click(dialog.getByRole('button', { name: 'Create project' }));
  expect(await dialog.findByText('Enter a day')).toBeVisible();
  expect(dialog.getByLabelText('First day')).toHaveFocus();
});
