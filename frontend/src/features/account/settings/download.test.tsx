import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, throwError } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../session/render.fixture';
import { saveFile } from '../../../lib/saveFile';
import { getToken, setToken } from '../session/token';
import { notify } from '../../../ui/notify';
import { DownloadRow } from './DownloadRow';

vi.mock('../../../ui/notify');
vi.mock('../../../lib/saveFile', () => ({ saveFile: vi.fn<typeof saveFile>() }));

/** What the server has, by now. */
let exports: object[] = [];
const stands = (status: string, more: object = {}) => [
  { __typename: 'Export', id: 'e1', status, progress: 0, size: null, filesSize: 0, expiresAt: null, ...more },
];
const ready = () => stands('READY', { progress: 100, size: 1_234_567, expiresAt: '2026-11-23T09:30:00.000Z' });
let request: () => ReturnType<ApolloLink.RequestHandler>;

const show = () => {
  setToken('token');
  const link = new ApolloLink(({ operationName }) => {
    if (operationName === 'Exports') return of({ data: { exports } });
    return operationName === 'RequestExport' ? request() : throwError(() => new Error(`No answer to ${operationName}`));
  });
  renderPart(link, <DownloadRow />);
  return screen.findByRole('button', { name: 'Download' });
};
const fetched = (status: number, body: BodyInit, headers: Record<string, string> = {}) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status, headers }));

beforeEach(() => {
  exports = [];
  vi.mocked(notify.error).mockClear();
  vi.mocked(saveFile).mockClear();
});

it('an export is requested, shows its progress, and can be requested again after a failure', async () => {
  request = () => {
    exports = stands('RUNNING', { progress: 40 });
    return of({ data: { requestExport: { __typename: 'RequestExportPayload', export: exports[0] } } });
  };
  const button = await show();
  await userEvent.click(button);
  expect(await screen.findByText('Preparing… 40%. You can leave this page.')).toBeVisible();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  exports = stands('FAILED', { progress: 40 });
  expect(
    await screen.findByText('Export failed. Please try again.', { selector: 'p *' }, { timeout: 5000 }),
  ).toBeVisible();
  await userEvent.click(button);
  expect(await screen.findByText(/^Preparing…/)).toBeVisible();
});

it('an older export can be downloaded while another is prepared, and after that has failed', async () => {
  exports = [...stands('RUNNING', { id: 'e2', progress: 40 }), ...ready()];
  const button = await show();
  expect(screen.queryByRole('button', { name: 'New archive' })).toBeNull();
  exports = [...stands('FAILED', { id: 'e2' }), ...ready()];
  expect(await screen.findByRole('button', { name: 'New archive' }, { timeout: 5000 })).toBeVisible();
  const asked = fetched(200, 'zip');
  await userEvent.click(button);
  await waitFor(() => expect(asked.mock.calls[0]?.[0]).toBe('/api/auth/export/e1/file'));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  vi.restoreAllMocks();
});

it('a refused export shows the message of the server', async () => {
  exports = ready();
  const message = 'You can ask for 3 downloads a day. The next one in 21 hours.';
  request = () => of({ errors: [{ message, extensions: { code: 'RATE_LIMITED' } }] });
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'New archive' }));
  await waitFor(() => expect(notify.error).toHaveBeenCalledWith(message));
});

it('an export is fetched with the token and saved under the server’s file name; failures are reported', async () => {
  exports = ready();
  const button = await show();
  expect(screen.getByText(/^Ready: 1\.23 MB, available until Nov 23, 2026, /)).toBeVisible();
  const asked = fetched(200, 'zip', { 'content-disposition': 'attachment; filename="tern-data-2026-11-22.zip"' });
  await userEvent.click(button);
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toBe('tern-data-2026-11-22.zip');
  expect(asked.mock.calls[0]?.[0]).toBe('/api/auth/export/e1/file');
  expect(asked.mock.calls[0]?.[1]?.headers).toEqual({ authorization: 'Bearer token' });

  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.click(button);
  await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Network error. Please check your connection.'));

  fetched(401, JSON.stringify({ message: 'Please sign in', code: 'UNAUTHENTICATED' }));
  await userEvent.click(button);
  await waitFor(() => expect(getToken()).toBeNull());
  expect(saveFile).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
