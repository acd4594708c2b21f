import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setPersistenceStatus } from '../../../sync/persistence/persistenceStatus';
import { unsupportedReason } from '../../../sync/persistence/persistedCache';
import { OfflineSection } from './OfflineSection';

afterEach(() => {
  setPersistenceStatus(null);
  delete window.__install__;
  vi.unstubAllGlobals();
});

describe('the settings of reading offline', () => {
  it('explain over plain HTTP why nothing is stored, and offer no app to install', () => {
    vi.stubGlobal('isSecureContext', false);
    setPersistenceStatus(unsupportedReason());
    render(<OfflineSection />);
    expect(screen.getByText(/Offline access needs HTTPS/)).toBeTruthy();
    expect(screen.queryByText('Install the app')).toBeNull();
  });

  it('explain why in a browser without the needed features, or with storage forbidden', () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    expect(unsupportedReason()).toBe('unsupported');
    setPersistenceStatus(unsupportedReason());
    const { unmount } = render(<OfflineSection />);
    expect(screen.getByText(/This browser doesn’t support offline pages/)).toBeTruthy();
    unmount();
    setPersistenceStatus('forbidden');
    render(<OfflineSection />);
    expect(screen.getByText(/as in private windows/)).toBeTruthy();
  });

  it('install the app if the browser offers it, and otherwise explain how', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const { unmount } = render(<OfflineSection />);
    expect(screen.getByText(/In your browser’s menu/)).toBeTruthy();
    unmount();
    const prompt = vi.fn(() => Promise.resolve({ outcome: 'accepted' as const }));
    window.__install__ = Object.assign(new Event('beforeinstallprompt'), { prompt });
    render(<OfflineSection />);
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalledOnce();
  });
});
