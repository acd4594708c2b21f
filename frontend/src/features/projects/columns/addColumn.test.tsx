import { ApolloLink } from '@apollo/client';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { writeDraft } from '../../../lib/drafts';
import { renderPart } from '../../account/session/render.fixture';
import { AddColumnDialog } from './AddColumnDialog';
import { emptyColumn } from './columnForm';

it('creates a done column without the limit that was typed for another status', async () => {
  const sent: unknown[] = [];
  const link = new ApolloLink(({ variables }) => {
    sent.push(variables['input']);
    return NEVER;
  });
  writeDraft('column:p', { ...emptyColumn, name: 'Shipped', limit: 'five' });
  renderPart(link, <AddColumnDialog projectId="p" status="DONE" afterId={null} open onOpenChange={() => undefined} />);
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Shipped');
  expect(screen.queryByRole('textbox', { name: /limit/i })).toBeNull();
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ name: 'Shipped', status: 'DONE', limit: null })]),
  );
});
