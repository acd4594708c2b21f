import { ApolloLink } from '@apollo/client';
import { fireEvent, waitFor } from '@testing-library/react';
import { NEVER, throwError } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { ImportCheck } from './ImportCheck';
import type { ImportFieldsFragment } from './Imports.generated';

const counts = { tasks: 3, comments: 0, checklistItems: 0, relations: 0, files: 0, columns: 0 };
const checked = {
  id: 'check',
  source: 'TRELLO',
  dryRun: true,
  state: 'DONE',
  projectId: null,
  newProjectName: 'Board',
  withArchived: false,
  plan: { name: 'Board', fields: [], lists: [], people: [], dateOrder: null, projects: [], project: null },
  report: {
    made: counts,
    kept: { ...counts, tasks: 0 },
    undone: null,
    left: [],
    refused: [],
    refusedCount: 0,
    lineCount: 0,
  },
} as unknown as ImportFieldsFragment;

it('begins the same import when it is tried again, because only its answer may have been lost', async () => {
  const sent: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName !== 'StartImport') return NEVER;
    sent.push(variables['input']);
    return throwError(() => new TypeError('Failed to fetch'));
  });
  const { container } = renderPart(link, <ImportCheck of={checked} />);
  const submit = (): void => void fireEvent.submit(container.querySelector('form') as HTMLFormElement);
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());
  submit();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(sent[0]);
});
