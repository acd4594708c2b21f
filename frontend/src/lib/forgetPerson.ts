import { clearDrafts } from './drafts';

/** What is the machine's and not a person's. The token has its own end, of which all tabs hear. */
const OF_THE_DEVICE: readonly string[] = ['device', 'single-keys', 'theme', 'token'];

/** Whoever signs out leaves nothing here of what they wrote, looked for or chose. */
export const forgetPerson = (): void => {
  clearDrafts();
  try {
    for (const key of Object.keys(localStorage)) if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden: then there is nothing.
  }
};
