import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { DuplicateProjectDialog } from './DuplicateProjectDialog';

/** Shows the dialog for a project with this name. The server refuses the name of the copy. */
const show = (name: string) => {
  const extensions = { code: 'VALIDATION_FAILED', fields: { name: ['Name is required'] } };
  const link = new ApolloLink(() => of({ errors: [{ message: 'Refused', extensions }] }));
  const nothing = () => undefined;
  renderPart(link, <DuplicateProjectDialog project={{ id: 'p', name }} open onOpenChange={nothing} onDone={nothing} />);
  return userEvent.setup();
};

it('focuses the first field that is refused', async () => {
  const user = show('Harbor');
  const duplicate = screen.getByRole('button', { name: 'Duplicate' });
  await user.clear(screen.getByLabelText('Name'));
  await user.click(duplicate);
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.type(screen.getByLabelText('First day'), 'someday');
  await user.click(duplicate);
  expect(await screen.findByText('Enter a day')).toBeVisible();
  expect(screen.getByLabelText('First day')).toHaveFocus();
});

it('shortens a long name to whole characters', () => {
  show(`${'n'.repeat(92)}😀 and more`);
  expect(screen.getByLabelText('Name')).toHaveValue(`${'n'.repeat(92)} (copy)`);
});
