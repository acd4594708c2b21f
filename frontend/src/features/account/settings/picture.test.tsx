import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { NEVER, of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AVATAR, AVATAR_REFUSALS } from '@contract/avatar';
import { withClient } from '../session/withClient.fixture';
import { SessionProvider } from '../session/SessionProvider';
import { getToken, setToken } from '../session/token';
import { notify } from '../../../ui/notify';
import { answering, mara } from '../session/signedIn.fixture';
import { ProfilePage } from '../../../pages/ProfilePage';

vi.mock('../../../ui/notify');

/** Requests as a browser makes them, which a test answers. */
class FakeRequest extends EventTarget {
  static all: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  timeout = 0;
  body: unknown;
  open = (): void => undefined;
  setRequestHeader = (name: string, value: string): void => void (this.headers[name] = value);
  send = (body: unknown): void => {
    this.body = body;
    FakeRequest.all.push(this);
  };
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    act(() => void this.dispatchEvent(new Event('load')));
  }
}

const face = new File(['a face'], 'face.png', { type: 'image/png' });

/** A page with the input of its camera. */
const show = async (): Promise<HTMLInputElement> => {
  setToken('token');
  // the tasks and the activity on the page keep loading
  const link = answering({ Me: () => of({ data: { me: mara } }), PersonWork: () => NEVER });
  const { container } = render(
    <SessionProvider>
      <MemoryRouter>
        <ProfilePage />
      </MemoryRouter>
    </SessionProvider>,
    { wrapper: withClient(link) },
  );
  await screen.findByRole('button', { name: 'Change picture' });
  return container.querySelector('input[type=file]') as HTMLInputElement;
};
const choose = (input: HTMLInputElement, file: File) => fireEvent.change(input, { target: { files: [file] } });
const problem = () => screen.getByRole('alert');

beforeEach(() => {
  vi.clearAllMocks();
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => setToken(null));
});

describe('a picture', () => {
  it('is sent once, shows its progress, and is replaced by the answer', async () => {
    const input = await show();
    choose(input, face);
    choose(input, new File(['another'], 'other.png'));
    expect(FakeRequest.all).toHaveLength(1);
    const [request] = FakeRequest.all as [FakeRequest];
    expect([request.body, request.headers['Authorization']]).toEqual([face, 'Bearer token']);
    act(() => void request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 3, total: 4 })));
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
    expect(screen.getByText('Uploading 75%')).toBeVisible();
    const { __typename, deletionAt: _at, epoch: _epoch, positions: _positions, ...answered } = mara;
    request.answer(200, JSON.stringify({ data: { user: { ...answered, avatar: '/avatars/a.webp' } } }));
    await waitFor(() => expect(document.querySelector('header img')).toHaveAttribute('src', '/avatars/a.webp'));
    expect(notify.success).toHaveBeenCalledWith('Picture updated successfully');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('that is too large is not sent; refusals of the server and of proxies are shown next to it', async () => {
    const input = await show();
    choose(input, new File([new Uint8Array(AVATAR.bytes + 1)], 'large.png'));
    expect(problem()).toHaveTextContent(AVATAR_REFUSALS.tooLarge);
    expect(FakeRequest.all).toEqual([]);
    const refusal = { message: 'x', code: 'VALIDATION_FAILED', errors: { avatar: [AVATAR_REFUSALS.tooManyPixels] } };
    for (const [status, text, said] of [
      [422, JSON.stringify(refusal), AVATAR_REFUSALS.tooManyPixels],
      [413, '<html>Request Entity Too Large</html>', AVATAR_REFUSALS.tooLarge],
      [429, JSON.stringify({ message: 'Please try again in 40 minutes.', code: 'RATE_LIMITED' }), /40 minutes/],
      [200, '<html>Please sign in to the café’s network</html>', 'Couldn’t update the picture'],
    ] as const) {
      choose(input, face);
      expect(problem()).toBeEmptyDOMElement();
      FakeRequest.all.at(-1)?.answer(status, text);
      await waitFor(() => expect(problem()).toHaveTextContent(said));
    }
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('ends the session if the server refuses the token', async () => {
    choose(await show(), face);
    FakeRequest.all.at(-1)?.answer(401, JSON.stringify({ message: 'Please sign in', code: 'UNAUTHENTICATED' }));
    await waitFor(() => expect(getToken()).toBeNull());
  });

  it('is accepted when pasted, except into a text field', async () => {
    await show();
    const paste = (target: Element) => fireEvent.paste(target, { clipboardData: { files: [face] } });
    fireEvent.click(screen.getByRole('button', { name: 'Edit Profile' }));
    paste(screen.getByLabelText('First Name'));
    expect(FakeRequest.all).toEqual([]);
    paste(document.body);
    expect(FakeRequest.all).toHaveLength(1);
  });
});
