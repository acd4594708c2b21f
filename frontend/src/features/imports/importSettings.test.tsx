import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { memberId, membersAfter } from '../projects/members.fixture';
import { formOf, type ImportForm } from './importForm';
import { ImportSettings } from './ImportSettings';
import type { ImportFieldsFragment } from './Imports.generated';

it('offers all members of a large project for the people of the file', async () => {
  const link = new ApolloLink(({ operationName, variables }) =>
    operationName === 'ProjectMembers'
      ? of({ data: { project: membersAfter(Number(variables['after'] ?? 0)) } })
      : NEVER,
  );
  const plan = { name: 'Board', fields: [], dateOrder: null, lists: [], archived: 0, projects: [], project: null };
  const people = [{ name: 'mara', tasks: 3, userId: memberId(120) }];
  const planned = { projectId: 'p', newProjectName: null, withArchived: false, plan: { ...plan, people } };
  const of120 = planned as unknown as ImportFieldsFragment;
  const onChange = vi.fn<(changes: Partial<ImportForm>) => void>();
  renderPart(link, <ImportSettings of={of120} form={formOf(of120)} onChange={onChange} errors={{}} />);
  const choice = () => screen.getByRole('combobox', { name: 'Person mara' });
  await waitFor(() => expect(choice()).toHaveTextContent('Mara No. 120'));
  const user = userEvent.setup();
  await user.click(choice());
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), '119');
  await user.click(await screen.findByRole('option', { name: 'Mara No. 119' }));
  expect(onChange).toHaveBeenCalledWith({ people: { mara: memberId(119) } });
});
