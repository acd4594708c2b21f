import type { ApolloLink } from '@apollo/client';
import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { of, Subject, type Observable } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OidcPage } from '../../../pages/OidcPage';
import { setToken } from '../session/token';
import { notify } from '../../../ui/notify';
import { type Answers, forgetSent, mara, sent, showSignedIn } from '../session/signedIn.fixture';
import { IdentitiesRow } from './IdentitiesRow';
import { SessionsRow } from './SessionsRow';
import { TwoFactorRows } from './TwoFactorRows';

vi.mock('../../../ui/notify');

const refused = (code: string, message: string, fields?: Record<string, string[]>): Observable<ApolloLink.Result> =>
  of({ errors: [{ message, extensions: { code, fields } }] });
const factor = (twoFactor: boolean, recoveryCodesLeft: number) =>
  of({ data: { me: { __typename: 'User', id: mara.id, twoFactor, recoveryCodesLeft } } });
const beginTwoFactor = {
  __typename: 'BeginTwoFactorPayload',
  secret: 'JVHDUGGYXWIRRD56',
  uri: 'otpauth://totp/x',
  qr: '<svg/>',
};
const CODES = Array.from({ length: 10 }, (_, index) => `code${index}-abcde`);

beforeEach(() => {
  vi.clearAllMocks();
  forgetSent();
  act(() => setToken(null));
});

describe('the row of two-factor sign-in', () => {
  it.each([
    [true, 1, ['On', '1 code left'], 'Disable'],
    [false, 0, ['Off'], 'Enable'],
  ])('shows its state: on %j, %i codes', async (isOn, left, words, button) => {
    await showSignedIn(<TwoFactorRows />, { Security: () => factor(isOn, left) });
    for (const word of words) expect(await screen.findByText(word)).toBeVisible();
    expect(screen.getByRole('button', { name: button })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New codes' }) !== null).toBe(isOn);
  });

  it('offers no action until the state is known, and can retry', async () => {
    let tries = 0;
    const { user } = await showSignedIn(<TwoFactorRows />, {
      Security: () => ((tries += 1) === 1 ? refused('RATE_LIMITED', 'Too many requests') : factor(false, 0)),
    });
    expect(await screen.findByText('Too many requests')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Enable' })).toBeVisible();
  });

  it('shows the recovery codes once until they are confirmed as saved, and keeps no secret in the cache', async () => {
    let isOn = false;
    const { user, client } = await showSignedIn(<TwoFactorRows />, {
      Security: () => factor(isOn, isOn ? 10 : 0),
      BeginTwoFactor: () => of({ data: { beginTwoFactor } }),
      ConfirmTwoFactor: () => {
        isOn = true;
        return of({ data: { confirmTwoFactor: { __typename: 'ConfirmTwoFactorPayload', recoveryCodes: CODES } } });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await user.type(screen.getByLabelText('Current password'), 'Secret123');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('JVHD UGGY XWIR RD56')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(CODES[9] ?? '')).toBeVisible();

    for (const leave of [
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('button', { name: 'Close' })),
    ]) {
      await leave();
      expect(screen.getByRole('alert')).toHaveTextContent('Save the codes first');
      expect(screen.getByText(CODES[0] ?? '')).toBeVisible();
    }
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Recovery codes copied'));
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    await waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull());
    expect(await screen.findByText('10 codes left')).toBeVisible();
    expect(JSON.stringify(client.extract())).not.toMatch(/JVHD|abcde|otpauth|Secret123/);
    // A repeated request would not return the codes, so nothing repeats it.
    expect(sent.ConfirmTwoFactor).toEqual([{ code: '123456' }]);
  });

  it('stays open until the recovery codes are there, which only the answer contains', async () => {
    const turningOn = new Subject<ApolloLink.Result>();
    const renewing = new Subject<ApolloLink.Result>();
    let isOn = false;
    const { user } = await showSignedIn(<TwoFactorRows />, {
      Security: () => factor(isOn, isOn ? 10 : 0),
      BeginTwoFactor: () => of({ data: { beginTwoFactor } }),
      ConfirmTwoFactor: () => turningOn,
      RegenerateRecoveryCodes: () => renewing,
    });
    const tryToLeave = async (): Promise<void> => {
      await user.keyboard('{Escape}');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
    };
    const answer = async (to: Subject<ApolloLink.Result>, data: object, first: string): Promise<void> => {
      act(() => {
        to.next({ data });
        to.complete();
      });
      expect(await screen.findByText(first)).toBeVisible();
    };
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await user.type(screen.getByLabelText('Current password'), 'Secret123');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(sent.ConfirmTwoFactor).toHaveLength(1));
    await tryToLeave();
    isOn = true;
    const confirmed = { __typename: 'ConfirmTwoFactorPayload', recoveryCodes: CODES };
    await answer(turningOn, { confirmTwoFactor: confirmed }, CODES[0] ?? '');
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));

    await user.click(await screen.findByRole('button', { name: 'New codes' }));
    await user.type(screen.getByLabelText('Current password'), 'Secret123');
    await user.type(screen.getByLabelText('Code'), '234567');
    await user.click(screen.getByRole('button', { name: 'Generate new codes' }));
    await waitFor(() => expect(sent.RegenerateRecoveryCodes).toHaveLength(1));
    await tryToLeave();
    const renewed = CODES.map((code) => `new${code}`);
    const regenerated = { __typename: 'RegenerateRecoveryCodesPayload', recoveryCodes: renewed };
    await answer(renewing, { regenerateRecoveryCodes: regenerated }, renewed[0] ?? '');
  });

  it('shows a refusal at its field, and notices that another tab was faster', async () => {
    let isOn = true;
    const { user } = await showSignedIn(<TwoFactorRows />, {
      Security: () => factor(isOn, isOn ? 3 : 0),
      DisableTwoFactor: ({ code }) => {
        if (code === '000000') return refused('VALIDATION_FAILED', 'Refused', { code: ['This code is not valid.'] });
        isOn = false;
        return refused('CONFLICT', 'Two-factor sign-in is off');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    await user.type(screen.getByLabelText('Current password'), 'Secret123');
    await user.type(screen.getByLabelText('Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('This code is not valid.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(notify.error).not.toHaveBeenCalled();
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '111111');
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Two-factor sign-in is off'));
    expect(await screen.findByRole('button', { name: 'Enable' })).toBeVisible();
  });
});

describe('the link to an account at a provider', () => {
  const open = async (begin: Answers[string]) => {
    document.head.innerHTML = '<meta name="provider" content="Harbor ID">';
    const opened = { close: vi.fn<() => void>(), location: { assign: vi.fn<(url: string) => void>() } };
    vi.stubGlobal('open', () => opened);
    const me = { __typename: 'User', id: mara.id, hasPassword: true, identities: [] };
    const { user } = await showSignedIn(<IdentitiesRow isTwoFactor={false} />, {
      Identities: () => of({ data: { me } }),
      LinkIdentity: begin,
    });
    await user.click(await screen.findByRole('button', { name: 'Link Harbor ID' }));
    await user.type(screen.getByLabelText('Current password'), 'Secret123{Enter}');
    return opened;
  };
  const begun = { __typename: 'BeginOidcPayload', url: 'https://id.example', state: 's1', verifier: 'v1' };
  afterEach(() => {
    vi.unstubAllGlobals();
    document.head.innerHTML = '';
  });

  it('can be begun again while the window is open, and says that it was canceled there', async () => {
    const { location } = await open(() => of({ data: { linkIdentity: begun } }));
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('https://id.example'));
    expect(screen.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-busy');
    // The window itself.
    const close = vi.fn<() => void>();
    vi.stubGlobal('close', close);
    render(
      <MemoryRouter initialEntries={['/oidc?error=access_denied&state=s1']}>
        <OidcPage />
      </MemoryRouter>,
    );
    const said = 'You canceled the sign-in at Harbor ID, or it refused you.';
    await waitFor(() => expect(notify.error).toHaveBeenCalledExactlyOnceWith(said));
    expect(sent.CompleteOidc).toBeUndefined();
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it('says why it is refused', async () => {
    const said = 'The email change of this account was reverted.';
    await open(() => refused('FORBIDDEN', said));
    await waitFor(() => expect(notify.error).toHaveBeenCalledExactlyOnceWith(said));
  });
});

describe('the sessions', () => {
  const session = (id: string, device: string, current = false) => ({
    __typename: 'Session',
    id,
    device,
    address: '192.0.2.7',
    createdAt: '2026-11-20T12:00:00.000Z',
    lastSeenAt: '2026-11-21T12:00:00.000Z',
    current,
  });

  it('mark the current one, which cannot be ended here; one that has already ended disappears', async () => {
    let sessions = [session('s1', 'Firefox on Linux', true), session('s2', 'Safari on iPhone')];
    const { user } = await showSignedIn(<SessionsRow />, {
      Sessions: () => of({ data: { sessions } }),
      RevokeSession: () => {
        sessions = sessions.slice(0, 1);
        return refused('NOT_FOUND', 'Session not found');
      },
    });
    expect(sent.Sessions).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Manage' }));
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent.includes('This device'))).toEqual([true, false]);
    expect(screen.getAllByRole('button', { name: /^Sign out \w+ on/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(1));
    expect(sent.RevokeSession).toMatchObject([{ id: 's2' }]);
    expect(screen.queryByRole('button', { name: 'Sign out all others', hidden: true })).toBeNull();
  });
});
